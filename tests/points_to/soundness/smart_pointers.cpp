// The standard library's smart pointers.
#include <any>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include "../assertions.h"

static int a, b;
static int *deleted;

struct Node {
    int *payload;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> previous;
    explicit Node(int *payload) : payload(payload) {}
};
struct Base {
    virtual int *get() { return &a; }
    virtual ~Base() { deleted = deleted ? deleted : &a; }
};
struct Derived : Base {
    int *member;
    explicit Derived(int *member) : member(member) {}
    int *get() override { return member; }
    ~Derived() override { deleted = member; }
};

// Not inlined; otherwise the compiler adds a check for a freed object, which never succeeds.
__attribute__((noinline)) static Node *locked(const std::weak_ptr<Node> &pointer) {
    return pointer.lock().get();
}

int main() {
    auto unique = std::make_unique<Node>(&a);
    Node *raw = unique.get();
    std::unique_ptr<Node> moved = std::move(unique);
    assert_may_alias(moved.get(), raw);
    assert_may_alias(moved->payload, &a);

    auto first = std::make_shared<Node>(&a);
    auto second = std::make_shared<Node>(&b);
    first->next = second;
    second->previous = first;
    assert_may_alias(first->next->payload, &b);
    assert_may_alias(locked(second->previous), first.get());
    std::shared_ptr<int *> member(first, &first->payload);
    assert_may_alias(*member, &a);

    std::unique_ptr<Base> base = std::make_unique<Derived>(&b);
    assert_may_alias(base->get(), &b);
    base.reset();
    assert_may_alias(deleted, &b);
    std::shared_ptr<Base> shared(new Derived(&b));
    auto derived = std::dynamic_pointer_cast<Derived>(shared);
    assert_may_alias(derived->member, &b);
    {
        std::shared_ptr<int> custom(&a, [](int *p) { deleted = p; });
    }
    assert_may_alias(deleted, &a);

    std::optional<int *> optional = &b;
    assert_may_alias(optional.value(), &b);
    std::tuple<long, int *, int *> tuple(1, &a, &b);
    assert_may_alias(std::get<2>(tuple), &b);
    std::variant<long, int *, Node *> variant = raw;
    assert_may_alias(std::get<Node *>(variant), raw);
    assert_may_alias(std::visit([](auto it) { return (void *)it; }, variant), raw);
    std::any any = &b;
    assert_may_alias(std::any_cast<int *>(any), &b);
    auto [one, other] = std::pair<int *, int *>(&a, &b);
    assert_may_alias(other, &b);
    return 0;
}
