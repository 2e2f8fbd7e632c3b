// Standard algorithms with each kind of comparator.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <set>
#include <string>
#include <vector>

struct Person {
    std::string name;
    int age;
};

static bool by_age(const Person &a, const Person &b) { return a.age < b.age; }
static bool by_name(const Person &a, const Person &b) { return a.name < b.name; }
static bool is_adult(const Person &person) { return person.age >= 18; }

struct ByLength {
    virtual ~ByLength() = default;
    virtual bool less(const std::string &a, const std::string &b) const { return a.size() < b.size(); }
};

struct ByReverseLength : ByLength {
    bool less(const std::string &a, const std::string &b) const override { return a.size() > b.size(); }
};

using Order = bool (*)(const Person &, const Person &);

static void sort_by(std::vector<Person> &people, Order order) {
    std::sort(people.begin(), people.end(), order); // calls: by_age, by_name, Person::Person, Person::operator=, Person::~Person
}

static void sort_words(std::vector<std::string> &words, const ByLength &order) {
    std::sort(words.begin(), words.end(), [&order](const std::string &a, const std::string &b) {
        return order.less(a, b); // calls: ByReverseLength::less
    });
}

int main() {
    std::vector<Person> people{{"Ann", 31}, {"Bob", 12}, {"Cid", 25}, {"Dan", 17}, {"Eve", 40}};
    sort_by(people, by_age);
    sort_by(people, by_name);
    std::stable_sort(people.begin(), people.end(), by_age); // calls: by_age, Person::Person, Person::operator=, Person::~Person
    auto adults = std::count_if(people.begin(), people.end(), is_adult); // calls: is_adult
    auto oldest = std::max_element(people.begin(), people.end(), by_age); // calls: by_age

    std::vector<std::string> words{"pear", "fig", "banana"};
    sort_words(words, ByReverseLength());

    std::set<Person, Order> ordered(by_name);
    for (const Person &person : people) {
        ordered.insert(person); // calls: by_name, Person::Person
    }
    int ages = std::accumulate(people.begin(), people.end(), 0, [](int sum, const Person &person) { // named: older
        return sum + person.age;
    });
    std::printf("%s %s %d %d\n", words[0].c_str(), oldest->name.c_str(), int(adults), ages);
}
