int callee(int value);

int main(int count, char **arguments) {
    (void)arguments;
    return callee(count) == 2 ? 0 : 1;
}
