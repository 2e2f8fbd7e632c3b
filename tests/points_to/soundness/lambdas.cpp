// Closures: captured pointers, closures in std::function, and bound arguments.
#include <functional>
#include <vector>
#include "../assertions.h"

static int a, b, c;

template <typename Function> __attribute__((noinline)) static int *apply(Function function, int *p) {
    return function(p);
}
__attribute__((noinline)) static int *call(const std::function<int *(int *)> &function, int *p) {
    return function(p);
}
__attribute__((noinline)) static std::function<int *()> remember(int *p) {
    return [p] { return p; };
}
static int *second(int *p, int *q) { return q; }

struct Functor {
    int *member;
    int *operator()(int *p) const { return member; }
    int *method(int *p) { return p; }
};

int main() {
    int *local = &a;
    auto by_reference = [&local](int *p) {
        int *before = local;
        local = p;
        return before;
    };
    assert_may_alias(by_reference(&b), &a);
    assert_may_alias(local, &b);
    auto by_value = [local](int *p) { return local; };
    assert_may_alias(apply(by_value, &c), &b);
    int *(*plain)(int *) = [](int *p) { return p; };
    assert_may_alias(plain(&c), &c);
    assert_may_alias(call(by_value, &c), &b);
    assert_may_alias(call(plain, &a), &a);
    assert_may_alias(call(Functor{&c}, &a), &c);
    assert_may_alias(call(std::bind(second, &a, std::placeholders::_1), &b), &b);
    assert_may_alias(remember(&c)(), &c);
    std::vector<std::function<int *()>> functions;
    functions.push_back(remember(&a));
    functions.push_back([&] { return local; });
    assert_may_alias(functions[unknown(1)](), &b);
    Functor functor{&b};
    assert_may_alias(call(std::bind(&Functor::method, &functor, std::placeholders::_1), &a), &a);
    auto nested = [=] { return [=] { return functor.member; }; };
    assert_may_alias(nested()(), &b);
    return 0;
}
