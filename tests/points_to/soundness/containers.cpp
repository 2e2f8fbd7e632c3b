// The standard library's containers return the pointers stored in them.
#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
#include "../assertions.h"

static int a, b, c;

struct Record {
    std::string name;
    int *payload;
};

int main() {
    std::vector<int *> vector;
    for (int i = 0; i < unknown(5); i++) vector.push_back(i % 2 ? &a : &b);
    assert_may_alias(vector[unknown(1)], &a);
    vector.insert(vector.begin(), &c);
    assert_may_alias(vector.front(), &c);
    assert_may_alias(*std::find(vector.begin(), vector.end(), &a), &a);
    assert_may_alias(&vector[unknown(2)], vector.data() + 2);
    std::vector<int *> copied = vector, moved = std::move(vector);
    assert_may_alias(copied.back(), moved[5]);

    std::vector<Record> records;
    records.push_back({"first", &a});
    records.emplace_back(Record{"a name that is too long to lie in the object", &b});
    assert_may_alias(records[unknown(1)].payload, &b);
    std::sort(records.begin(), records.end(), [](const Record &one, const Record &other) {
        return one.name < other.name;
    });
    assert_may_alias(records[0].payload, &b);

    std::map<int, int *> map;
    map[3] = &a;
    map.emplace(5, &b);
    assert_may_alias(map.find(5)->second, &b);
    int **place = &map[3];
    assert_may_alias(place, &map.begin()->second);
    std::map<std::string, Record> named;
    named["x"].payload = &c;
    for (auto &[key, record] : named) assert_may_alias(record.payload, &c);
    std::unordered_map<std::string, int *> hashed{{"one", &a}, {"two", &b}};
    assert_may_alias(hashed.at("two"), &b);
    std::set<int *> set{&a};
    assert_may_alias(*set.begin(), &a);

    std::list<int *> list{&a, &b};
    list.push_front(&c);
    assert_may_alias(list.front(), &c);
    assert_may_alias(*std::next(list.begin(), unknown(2)), &b);
    std::deque<int *> deque(600, &b);
    deque.push_front(&a);
    assert_may_alias(deque[unknown(0)], &a);
    std::priority_queue<int *> queue;
    queue.push(&c);
    assert_may_alias(queue.top(), &c);
    std::array<int *, 3> array{&a, &b, &c};
    assert_may_alias(*std::max_element(array.begin(), array.end()), std::max({&a, &b, &c}));

    std::string text = "short", other = text + " and then so long that it is allocated";
    const char *characters = other.data();
    assert_may_alias(&other[unknown(0)], characters);
    std::string taken = std::move(other);
    assert_may_alias(taken.c_str(), characters);
    assert_may_alias(text.begin().base(), text.c_str());
    return 0;
}
