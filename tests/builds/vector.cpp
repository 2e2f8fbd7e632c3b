#include <vector>

int main(int count, char **) {
    std::vector<int> numbers(count);
    numbers.push_back(3);
    return numbers.size() == 2 ? 0 : 1;
}
