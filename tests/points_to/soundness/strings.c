// String functions that return pointers into their arguments, or copies of them.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "../assertions.h"

static char text[] = "one,two;three";
static char buffer[32];
static char numbers[] = "12 34";

int main(void) {
    assert_may_alias(strchr(text, ','), text + 3);
    assert_may_alias(strrchr(text, 't'), text + 8);
    assert_may_alias(strstr(text, "two"), text + 4);
    assert_may_alias(strpbrk(text, ";,"), text + 3);
    assert_may_alias(memchr(text, 'w', sizeof text), text + 5);
    assert_may_alias(strchrnul(text, '!'), text + 13);
    assert_may_alias(rawmemchr(text, 'w'), text + 5);
    assert_may_alias(strcasestr(text, "TWO"), text + 4);
    assert_may_alias(memmem(text, 13, "two", 3), text + 4);
    assert_may_alias(basename(text), text);
    assert_may_alias(strcpy(buffer, text), buffer);
    assert_may_alias(stpcpy(buffer, "abc"), buffer + 3);
    assert_may_alias(strcat(buffer, "def"), buffer);
    assert_may_alias(memset(buffer, 0, 8), buffer);

    char *end;
    strtol(numbers, &end, 10);
    assert_may_alias(end, numbers + 2);
    strtod(end, &end);
    assert_may_alias(end, numbers + 5);

    char *copy = strdup(text);
    char *kept[2] = {copy, strndup(text, 3)};
    assert_may_alias(kept[unknown(0)], copy);
    assert_may_alias(strchr(copy, 't'), copy + 4);

    assert_may_alias(strtok(text, ","), text);
    assert_may_alias(strtok(0, ";"), text + 4);
    char *state;
    assert_may_alias(strtok_r(copy, ",", &state), copy);
    assert_may_alias(strtok_r(0, ";", &state), copy + 4);
    char *rest = text + 8;
    assert_may_alias(strsep(&rest, "r"), text + 8);
    assert_may_alias(rest, text + 11);

    wchar_t wide[] = L"wide";
    assert_may_alias(wcschr(wide, L'd'), wide + 2);
    assert_may_alias(wcscpy(wide, L"w"), wide);
    return 0;
}
