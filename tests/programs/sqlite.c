/* A program around SQLite: a schema, rows, joins, aggregates, functions, triggers, views, and errors. */
#include <stdio.h>
#include "sqlite3.h"

static int print(void *context, int count, char **values, char **names) {
    int *rows = context;
    for (int i = 0; i < count; i++)
        printf("%s=%s ", names[i], values[i] ? values[i] : "null");
    printf("\n");
    ++*rows;
    return 0;
}

static void twice(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_result_int(context, 2 * sqlite3_value_int(values[0]));
}

int main(int argc, char **argv) {
    static const char *const statements[] = {
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, size REAL)",
        "CREATE INDEX by_size ON t(size)",
        "CREATE TRIGGER grow AFTER INSERT ON t BEGIN UPDATE t SET size = size + 1 WHERE id = new.id; END",
        "CREATE VIEW big AS SELECT * FROM t WHERE size > 10",
        "BEGIN",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        "INSERT INTO t SELECT i, 'name' || i, i * 1.5 FROM n",
        "COMMIT",
        "SELECT count(*), sum(size), avg(size), min(name), max(name), group_concat(id) FROM big WHERE id < 20",
        "SELECT a.name, b.name FROM t a JOIN t b ON a.id = b.id * 2 WHERE b.id < 5 ORDER BY a.name DESC",
        "SELECT twice(id), upper(name), substr(name, 2), round(size), printf('%05d', id) FROM t LIMIT 3",
        "SELECT row_number() OVER (ORDER BY size), lag(id) OVER (ORDER BY id) FROM t LIMIT 3",
        "SELECT json_extract('{\"a\": [1, 2]}', '$.a[1]'), date('2026-01-01', '+1 day'), hex(zeroblob(4))",
        "UPDATE t SET name = 'x' WHERE id = 1",
        "UPDATE t SET name = 'x' WHERE id = 2",
        "DELETE FROM t WHERE id % 3 = 0",
        "SELECT name FROM t WHERE name LIKE 'name1%' AND name GLOB '*7' LIMIT 3",
        "VACUUM",
        "PRAGMA integrity_check",
        "EXPLAIN QUERY PLAN SELECT * FROM t WHERE size = 3",
        "SELECT * FROM nothing",
    };
    sqlite3 *db;
    int rows = 0;
    if (sqlite3_open(argc > 1 ? argv[1] : ":memory:", &db))
        return 1;
    sqlite3_create_function(db, "twice", 1, SQLITE_UTF8, 0, twice, 0, 0);
    for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++) {
        char *message = 0;
        if (sqlite3_exec(db, statements[i], print, &rows, &message))
            printf("%s\n", message);
        sqlite3_free(message);
    }
    printf("%d rows\n", rows);
    return sqlite3_close(db);
}
