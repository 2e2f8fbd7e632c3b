// Shared and unique ownership, with deleters.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <list>
#include <memory>
#include <utility>

struct Resource {
    virtual ~Resource() { std::puts("resource closed"); }
    virtual int use() = 0;
};

struct Texture : Resource {
    int size;
    explicit Texture(int size) : size(size) {}
    ~Texture() override { std::puts("texture freed"); }
    int use() override { return size; }
};

struct Sound : Resource {
    int use() override { return 44; }
};

struct Cache {
    std::shared_ptr<Resource> last;
    int use() {
        return last ? last->use() : 0; // calls: Texture::use, Sound::use
    }
};

struct Handle {
    int number;
};

static void close_handle(Handle *handle) {
    std::printf("closing %d\n", handle->number);
    delete handle;
}

static void release_buffer(void *buffer) { std::free(buffer); }

int main() {
    Cache cache;
    cache.last = std::make_shared<Texture>(16);
    int sum = cache.use();
    cache.last = std::make_shared<Sound>(); // calls: Sound::Sound, Texture::~Texture
    sum += cache.use();

    std::shared_ptr<Handle> handle(new Handle{3}, close_handle);
    std::shared_ptr<Handle> copy = handle;
    handle.reset();
    copy.reset(); // calls: close_handle

    std::unique_ptr<void, void (*)(void *)> buffer(std::malloc(8), release_buffer);
    buffer.reset(); // calls: release_buffer
    int freed = 0;
    std::shared_ptr<int> counted(new int(4), [&freed](int *it) { // named: count_freed
        freed++;
        delete it;
    });
    counted = nullptr; // calls: count_freed

    std::list<std::shared_ptr<Resource>> resources;
    resources.push_back(std::make_shared<Sound>());
    std::weak_ptr<Resource> weak = resources.front();
    if (auto locked = weak.lock()) {
        sum += locked->use(); // calls: Sound::use
    }
    std::shared_ptr<Texture> texture = std::make_shared<Texture>(2);
    std::shared_ptr<Resource> base = texture;
    sum += base->use(); // calls: Texture::use
    std::printf("%d %d\n", sum, freed);
}
