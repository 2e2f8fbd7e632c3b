// The new-handler runs during the construction of an object.
#include <cstddef>
#include <new>

struct Cache {
    Cache() { cache = this; }
    virtual int shrink() { return 0; }
    static inline Cache *cache;
};

static int shrink() {
    return Cache::cache->shrink(); // calls: Cache::shrink, Pages::shrink
}

static void find_memory() {
    shrink();
    std::set_new_handler(nullptr);
}

struct Memory {
    Memory() {
        try {
            operator delete(operator new(~static_cast<std::size_t>(0) / 4));
        } catch (const std::bad_alloc &) {
        }
    }
};

struct Pages : Cache, Memory {
    int shrink() override { return 1; }
};

int main() {
    std::set_new_handler(find_memory);
    Pages pages;
    return shrink() - 1;
}
