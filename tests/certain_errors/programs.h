// A file has the programs of one kind of error, as functions. `PICK` takes its first argument where WRONG is defined,
// so that each program has one error, and the second one in the correct twin. A comment at the line of an error names
// the rule that finds it. The argument of the executable is the number of the program that runs.
#ifdef WRONG
#define PICK(wrong, right) wrong
#else
#define PICK(wrong, right) right
#endif

#define PROGRAMS(...)                              \
    int main(int count, char **arguments) {        \
        int (*programs[])(void) = {__VA_ARGS__};   \
        programs[arguments[count - 1][0] - '1'](); \
        return 0;                                  \
    }
