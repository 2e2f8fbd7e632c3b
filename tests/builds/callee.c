int callee(int value) {
    return value + 1;
}
