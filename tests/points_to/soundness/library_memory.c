// Memory that the library allocates or owns, and returns as a result or through a pointer.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "../assertions.h"

int main(int argc, char **argv) {
    char *line = 0, *printed, *memory;
    size_t length = 0;
    asprintf(&printed, "%d", argc);
    char **same = &printed;
    assert_may_alias(*same, printed);

    FILE *stream = open_memstream(&memory, &length);
    fputs("text\n", stream);
    fclose(stream);
    assert_may_alias(strchr(memory, 't'), memory);

    stream = fmemopen(memory, 5, "r");
    FILE *streams[2] = {stderr, stream};
    assert_may_alias(streams[unknown(1)], stream);
    getline(&line, &length, stream);
    assert_may_alias(strchr(line, 'e'), line + 1);
    rewind(stream);
    char buffer[8];
    assert_may_alias(fgets(buffer, sizeof buffer, stream), buffer);
    fclose(stream);

    void *aligned;
    if (posix_memalign(&aligned, 64, 128)) return 1;
    ((void **)aligned)[2] = buffer;
    assert_may_alias(((void **)aligned)[unknown(2)], buffer);
    void **other = aligned_alloc(64, 64);
    *other = aligned;
    assert_may_alias(*other, aligned);
    void **mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mapped[100] = &other;
    assert_may_alias(mapped[unknown(100)], &other);
    void **moved = mremap(mapped, 4096, 8192, MREMAP_MAYMOVE);
    assert_may_alias(moved[100], &other);
    void **grown = reallocarray(other, 4, 64);
    assert_may_alias(*grown, aligned);

    time_t moment = 0;
    struct tm *broken = gmtime(&moment);
    assert_may_alias(gmtime(&moment), broken);
    struct tm own;
    assert_may_alias(localtime_r(&moment, &own), &own);
    assert_may_alias(&errno, &errno);
    assert_may_alias(getcwd(buffer, 2) ? buffer : buffer, buffer);
    assert_may_alias(setlocale(LC_ALL, 0), setlocale(LC_ALL, 0));
    return 0;
}
