// The iterators of a map reach all its nodes in both directions, however the tree was made and balanced.
#include <map>
#include <set>
#include <string>

#include "../assertions.h"

static int first, second, third;

template <typename Map> __attribute__((noinline)) static int *with(Map &map, int key, bool backward) {
    if (!backward) {
        for (auto &[number, value] : map) if (number == key) return value;
    } else {
        for (auto it = map.end(); it != map.begin();) if ((--it)->first == key) return it->second;
    }
    return nullptr;
}

int main() {
    std::map<int, int *> map;
    for (int i = 0; i < 20; i++) map[i] = i % 2 ? &first : &second;
    std::map<int, int *> copied = map;
    for (int i = 20; i < 60; i++) copied.emplace_hint(copied.end(), i, &third);
    for (int i = -1; i > -40; i--) copied.insert({i, &third});
    assert_may_alias(with(copied, 3, false), &first);
    assert_may_alias(with(copied, 4, true), &second);
    assert_may_alias(with(copied, 50, true), &third);
    assert_may_alias(with(copied, -30, false), &third);
    int **place = &copied[7];
    assert_may_alias(place, &std::next(copied.find(6))->second);
    assert_may_alias(place, &std::prev(copied.find(8))->second);

    std::map<int, int *> moved = std::move(copied);
    moved.erase(8);
    moved[8] = &second;
    assert_may_alias(place, &std::prev(moved.find(8))->second);
    assert_may_alias(with(moved, 8, true), &second);

    auto node = moved.extract(7);
    node.key() = 1000;
    map.insert(std::move(node));
    assert_may_alias(with(map, 1000, true), &first);
    assert_may_alias(place, &map.rbegin()->second);
    map.merge(moved);
    assert_may_alias(with(map, 45, false), &third);
    std::swap(map, moved);
    assert_may_alias(with(moved, 45, true), &third);

    std::multimap<std::string, int *> names;
    for (int i = 0; i < 30; i++) names.insert({std::to_string(i % 7), i == 29 ? &third : &first});
    std::multimap<std::string, int *> same(names.begin(), names.end());
    int *last = nullptr;
    for (auto [it, end] = same.equal_range("1"); it != end; ++it) last = it->second;
    assert_may_alias(last, &third);
}
