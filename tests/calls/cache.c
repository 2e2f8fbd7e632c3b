// A generic bounded cache in allocated memory: a hash table with key classes, loaders, weight functions, replacement
// policies and callbacks for eviction.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

/* ---- public interface ---- */
typedef struct cache cache; /* opaque */

struct key_class {
    uint32_t (*hash)(const void *key);
    int (*equal)(const void *a, const void *b);
    void *(*dup)(const void *key);
};

struct policy;

struct cache_config {
    const char *name;
    const struct key_class *keys;
    const struct policy *policy;
    size_t capacity;
    void *(*load)(const void *key, void *ctx);
    size_t (*weigh)(const void *value);
    void (*on_evict)(const void *key, void *value, void *ctx);
    void *ctx;
};

/* ---- implementation ---- */
struct dlist { struct dlist *prev, *next; };

struct entry {
    struct entry *chain;
    struct dlist order;
    void *key, *value;
    size_t weight;
    unsigned uses;
};

struct policy {
    const char *name;
    void (*touch)(cache *, struct entry *);
    struct entry *(*victim)(cache *);
};

#define BUCKETS 16

struct cache {
    struct cache_config cfg;
    struct entry *buckets[BUCKETS];
    struct dlist order; /* most recent first */
    size_t weight;
    unsigned hits, misses, evictions;
};

static void dlist_unlink(struct dlist *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}
static void dlist_push(struct dlist *head, struct dlist *n)
{
    n->prev = head;
    n->next = head->next;
    head->next->prev = n;
    head->next = n;
}

/* entries come from one shared slab */
static struct entry slab[32];
static struct entry *slab_list;
static unsigned slab_used, slab_peak;

static struct entry *slab_get(void)
{
    struct entry *e = slab_list;
    if (e)
        slab_list = e->chain;
    else
        e = &slab[slab_used];
    if (++slab_used > slab_peak)
        slab_peak = slab_used;
    return e;
}
static void slab_put(struct entry *e)
{
    e->chain = slab_list;
    slab_list = e;
}

static cache *cache_create(const struct cache_config *cfg)
{
    cache *c = calloc(1, sizeof *c);
    c->cfg = *cfg;
    c->order.prev = c->order.next = &c->order;
    return c;
}

static struct entry **cache_slot(cache *c, const void *key)
{
    const struct key_class *k = c->cfg.keys;
    uint32_t h = k->hash(key);  // calls: name_hash, tile_hash
    struct entry **link = &c->buckets[h % BUCKETS];
    while (*link) {
        if (k->equal((*link)->key, key))  // calls: name_equal, tile_equal
            break;
        link = &(*link)->chain;
    }
    return link;
}

static void cache_evict(cache *c, struct entry *e)
{
    struct entry **link = cache_slot(c, e->key);
    *link = e->chain;
    dlist_unlink(&e->order);
    c->weight -= e->weight;
    c->evictions++;
    if (c->cfg.on_evict)
        c->cfg.on_evict(e->key, e->value, c->cfg.ctx);  // calls: session_expired, tile_dropped
    free(e->key);
    slab_put(e);
}

static void *cache_get(cache *c, const void *key)
{
    struct entry **link = cache_slot(c, key);
    struct entry *e = *link;
    if (e) {
        c->hits++;
        e->uses++;
        if (c->cfg.policy->touch)
            c->cfg.policy->touch(c, e);  // calls: lru_touch
        return e->value;
    }
    c->misses++;
    void *value = c->cfg.load(key, c->cfg.ctx);  // calls: session_open, tile_render, glyph_render
    if (!value)
        return NULL;
    size_t w = c->cfg.weigh(value);  // calls: unit_weight, tile_weight
    while (c->weight + w > c->cfg.capacity && c->order.next != &c->order) {
        struct entry *v = c->cfg.policy->victim(c);  // calls: lru_victim, lfu_victim
        cache_evict(c, v);
    }
    e = slab_get();
    memset(e, 0, sizeof *e);
    e->key = c->cfg.keys->dup(key);  // calls: name_dup, tile_dup
    e->value = value;
    e->weight = w;
    e->uses = 1;
    c->weight += w;
    link = cache_slot(c, key);
    *link = e;
    dlist_push(&c->order, &e->order);
    return value;
}

static int cache_each(cache *c, int (*fn)(const struct entry *, void *), void *arg)
{
    int rc = 0;
    for (struct dlist *n = c->order.next; n != &c->order && !rc; n = n->next)
        rc = fn(container_of(n, struct entry, order), arg);  // calls: collect_entry, find_heavy
    return rc;
}

static void cache_destroy(cache *c)
{
    while (c->order.prev != &c->order)
        cache_evict(c, container_of(c->order.prev, struct entry, order));
    free(c);
}

/* ---- replacement policies ---- */
static void lru_touch(cache *c, struct entry *e)
{
    dlist_unlink(&e->order);
    dlist_push(&c->order, &e->order);
}
static struct entry *lru_victim(cache *c) { return container_of(c->order.prev, struct entry, order); }
static struct entry *lfu_victim(cache *c)
{
    struct entry *best = NULL;
    for (struct dlist *n = c->order.prev; n != &c->order; n = n->prev) {
        struct entry *e = container_of(n, struct entry, order);
        if (!best || e->uses < best->uses)
            best = e;
    }
    return best;
}
static const struct policy lru = { "lru", lru_touch, lru_victim };
static const struct policy lfu = { "lfu", NULL, lfu_victim };

/* ---- key classes ---- */
static uint32_t name_hash(const void *key)
{
    uint32_t h = 2166136261u;
    for (const unsigned char *p = key; *p; p++)
        h = (h ^ *p) * 16777619u;
    return h;
}
static int name_equal(const void *a, const void *b) { return strcmp(a, b) == 0; }
static void *name_dup(const void *key)
{
    char *s = malloc(strlen(key) + 1);
    return strcpy(s, key);
}

struct tile_id { int x, y, zoom; };
static uint32_t tile_hash(const void *key)
{
    const struct tile_id *t = key;
    return (uint32_t)(t->x * 31 + t->y * 17 + t->zoom);
}
static int tile_equal(const void *a, const void *b)
{
    const struct tile_id *s = a, *t = b;
    return s->x == t->x && s->y == t->y && s->zoom == t->zoom;
}
static void *tile_dup(const void *key)
{
    struct tile_id *t = malloc(sizeof *t);
    *t = *(const struct tile_id *)key;
    return t;
}
static const struct key_class by_name = { name_hash, name_equal, name_dup };
static const struct key_class by_tile = { tile_hash, tile_equal, tile_dup };

/* ---- client 1: login sessions ---- */
struct session { int id; };
struct session_store { struct session pool[8]; int next; int closed; };

static void *session_open(const void *key, void *ctx)
{
    struct session_store *st = ctx;
    if (strcmp(key, "guest") == 0)
        return NULL;
    struct session *s = &st->pool[st->next];
    s->id = 100 + st->next++;
    return s;
}
static void session_expired(const void *key, void *value, void *ctx)
{
    struct session_store *st = ctx;
    st->closed++;
    printf("  close %s #%d\n", (const char *)key, ((struct session *)value)->id);
}
static size_t unit_weight(const void *value) { (void)value; return 1; }

/* ---- client 2: map tiles ---- */
enum tile_kind { TILE_BLANK, TILE_VECTOR, TILE_RASTER };
struct tile {
    enum tile_kind kind;
    union {
        int color;
        struct { int npoints; } vector;
        struct { int w, h; } raster;
    } u;
};

static size_t blank_bytes(const struct tile *t) { (void)t; return 1; }
static size_t vector_bytes(const struct tile *t) { return (size_t)t->u.vector.npoints * 2; }
static size_t raster_bytes(const struct tile *t) { return (size_t)(t->u.raster.w * t->u.raster.h); }

static size_t (*const tile_bytes[])(const struct tile *) = { blank_bytes, vector_bytes, raster_bytes };

static size_t tile_weight(const void *value)
{
    const struct tile *t = value;
    return tile_bytes[t->kind](t);  // calls: blank_bytes, vector_bytes, raster_bytes
}
static void *tile_render(const void *key, void *ctx)
{
    const struct tile_id *id = key;
    struct tile *t = calloc(1, sizeof *t);
    (void)ctx;
    t->kind = (enum tile_kind)((id->x + id->y) % 3);
    if (t->kind == TILE_VECTOR)
        t->u.vector.npoints = 3 + id->x;
    else if (t->kind == TILE_RASTER)
        t->u.raster.w = t->u.raster.h = 1 << id->zoom;
    else
        t->u.color = 7;
    return t;
}
static void tile_dropped(const void *key, void *value, void *ctx)
{
    const struct tile_id *id = key;
    *(int *)ctx += id->x;
    free(value);
}

/* ---- client 3: glyphs, never told about evictions ---- */
static char glyph_cells[4];
static void *glyph_render(const void *key, void *ctx)
{
    int *rendered = ctx;
    ++*rendered;
    return &glyph_cells[strlen(key) % 4];
}

/* ---- reporting ---- */
struct collector { const struct entry *items[16]; size_t n; };
static int collect_entry(const struct entry *e, void *arg)
{
    struct collector *col = arg;
    col->items[col->n++] = e;
    return 0;
}
static int find_heavy(const struct entry *e, void *arg) { return e->weight >= *(size_t *)arg; }
static int more_uses(const void *a, const void *b)
{
    const struct entry *x = *(const struct entry *const *)a, *y = *(const struct entry *const *)b;
    return x->uses != y->uses ? (int)y->uses - (int)x->uses : (int)x->weight - (int)y->weight;
}
static void report(cache *c)
{
    struct collector col = { .n = 0 };
    size_t limit = 4;
    cache_each(c, collect_entry, &col);
    qsort(col.items, col.n, sizeof col.items[0], more_uses);  // calls later: more_uses
    printf("%s[%s] hits %u misses %u evictions %u weight %zu heavy %d uses:", c->cfg.name,
           c->cfg.policy->name, c->hits, c->misses, c->evictions, c->weight,
           cache_each(c, find_heavy, &limit));
    for (size_t i = 0; i < col.n; i++)
        printf(" %u", col.items[i]->uses);
    putchar('\n');
}

static void slab_summary(void) { printf("slab peak %u\n", slab_peak); }

int main(void)
{
    struct session_store store = { .next = 0 };
    int dropped_x = 0, rendered = 0;
    atexit(slab_summary);  // calls later: slab_summary

    cache *sessions = cache_create(&(struct cache_config){
        "sessions", &by_name, &lru, 3, session_open, unit_weight, session_expired, &store });
    cache *tiles = cache_create(&(struct cache_config){
        "tiles", &by_tile, &lfu, 24, tile_render, tile_weight, tile_dropped, &dropped_x });
    cache *glyphs = cache_create(&(struct cache_config){
        "glyphs", &by_name, &lru, 2, glyph_render, unit_weight, NULL, &rendered });

    static const char *const logins[] = { "ann", "bob", "ann", "cid", "guest", "dee", "ann", "eve" };
    for (size_t i = 0; i < sizeof logins / sizeof logins[0]; i++)
        if (!cache_get(sessions, logins[i]))
            printf("  refused %s\n", logins[i]);

    for (int round = 0; round < 2; round++)
        for (int x = 0; x < 4; x++) {
            struct tile_id id = { x, round, 2 }, home = { 0, 0, 2 };
            cache_get(tiles, &id);
            cache_get(tiles, &home);
        }
    for (const char *const *g = (const char *const[]){ "a", "bb", "a", "ccc", NULL }; *g; g++)
        cache_get(glyphs, *g);

    report(sessions);
    report(tiles);
    report(glyphs);
    cache_destroy(sessions);
    cache_destroy(tiles);
    cache_destroy(glyphs);
    printf("closed %d dropped %d rendered %d\n", store.closed, dropped_x, rendered);
    return 0;
}
