// A file contains programs with one kind of error, as functions. `PICK` selects its first argument if WRONG is defined,
// so that each program has one error, and otherwise the second, for the correct twin. The comment on the line of an
// error is the rule that finds it. The argument of the executable is the number of the program to run.
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
