/* A program around zstd: compresses and decompresses in all ways that choose functions at run time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ZDICT_STATIC_LINKING_ONLY
#define ZSTD_STATIC_LINKING_ONLY
#include "zstd.h"
#include "zdict.h"

static void *allocate(void *opaque, size_t size) { ++*(int *)opaque; return malloc(size); }
static void release(void *opaque, void *address) { --*(int *)opaque; free(address); }

int main(void) {
    static char text[1 << 18], packed[1 << 19], back[1 << 18], dictionary[1 << 14];
    size_t sizes[256], size = 0;
    int live = 0;
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)("etaoin shrdlu"[(i * i / 7 + i) % 13]);
    for (int level = -5; level <= 22; level++) {
        size = ZSTD_compress(packed, sizeof packed, text, sizeof text, level);
        if (ZSTD_isError(size) || ZSTD_decompress(back, sizeof back, packed, size) != sizeof text)
            return 1;
    }
    ZSTD_customMem memory = {allocate, release, &live};
    ZSTD_CCtx *context = ZSTD_createCCtx_advanced(memory);
    ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, 2);
    ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    size = ZSTD_compress2(context, packed, sizeof packed, text, sizeof text);
    ZSTD_freeCCtx(context);
    ZSTD_DCtx *reader = ZSTD_createDCtx_advanced(memory);
    ZSTD_outBuffer out = {back, sizeof back, 0};
    ZSTD_inBuffer in = {packed, size, 0};
    while (in.pos < in.size)
        if (ZSTD_isError(ZSTD_decompressStream(reader, &out, &in)))
            return 2;
    ZSTD_freeDCtx(reader);
    for (int i = 0; i < 256; i++)
        sizes[i] = 512;
    size = ZDICT_trainFromBuffer(dictionary, sizeof dictionary, text, sizes, 256);
    printf("%s %d\n", ZDICT_isError(size) ? "no dictionary" : "dictionary", live);
    return memcmp(text, back, sizeof text) != 0;
}
