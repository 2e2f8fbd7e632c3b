// A tokenizer whose states are functions, and an interpreter with a table of instructions.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct lexer;
typedef struct state {
    struct state (*next)(struct lexer *lexer, int letter);
} state;

struct lexer {
    int words, numbers;
};

static state start(struct lexer *lexer, int letter);

static state in_word(struct lexer *lexer, int letter) {
    state same = {in_word};
    return isalpha(letter) ? same : start(lexer, letter);
}

static state in_number(struct lexer *lexer, int letter) {
    state same = {in_number};
    return isdigit(letter) ? same : start(lexer, letter);
}

static state start(struct lexer *lexer, int letter) {
    state result = {start};
    if (isalpha(letter)) {
        lexer->words++;
        result.next = in_word;
    } else if (isdigit(letter)) {
        lexer->numbers++;
        result.next = in_number;
    }
    return result;
}

struct machine {
    int stack[16];
    int top;
};

static void push_one(struct machine *machine) { machine->stack[machine->top++] = 1; }
static void add(struct machine *machine) {
    machine->top--;
    machine->stack[machine->top - 1] += machine->stack[machine->top];
}
static void duplicate(struct machine *machine) {
    machine->stack[machine->top] = machine->stack[machine->top - 1];
    machine->top++;
}

static void (*const instructions[256])(struct machine *) = {['1'] = push_one, ['+'] = add, ['d'] = duplicate};

static int execute(const char *program) {
    struct machine machine = {{0}, 0};
    for (; *program; program++) {
        instructions[(unsigned char)*program](&machine); // calls: push_one, add, duplicate
    }
    return machine.stack[0];
}

enum phase { RED, GREEN, PHASES };
static int wait_red(int seconds) { return seconds > 3; }
static int wait_green(int seconds) { return seconds > 5; }

int main(void) {
    struct lexer lexer = {0, 0};
    state current = {start};
    for (const char *text = "ab 12 c3"; *text; text++) {
        current = current.next(&lexer, *text); // calls: start, in_word, in_number
    }
    int (*wait[PHASES])(int) = {[RED] = wait_red, [GREEN] = wait_green};
    enum phase phase = RED;
    for (int second = 0; second < 12; second++) {
        if (wait[phase](second % 6 + 1)) { // calls: wait_red, wait_green
            phase = phase == RED ? GREEN : RED;
        }
    }
    int first = wait[RED](2); // calls: wait_red
    printf("%d %d %d %d\n", lexer.words, lexer.numbers, execute("1d+d+"), first);
    return 0;
}
