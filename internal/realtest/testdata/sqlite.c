/* A database in memory: sqlite ROWS OUTPUT. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int row(void *out, int n, char **values, char **names)
{
	for (int i = 0; i < n; i++)
		fprintf(out, "%s=%s%c", names[i], values[i] ? values[i] : "NULL", i == n - 1 ? '\n' : ' ');
	return 0;
}

static int failed;

static void query(sqlite3 *db, FILE *out, const char *sql)
{
	char *message = NULL;
	if (sqlite3_exec(db, sql, row, out, &message)) {
		fprintf(out, "error: %s\n", message);
		sqlite3_free(message);
		failed = 1;
	}
}

/* A function for queries, called back from SQLite. */
static void twice(sqlite3_context *c, int n, sqlite3_value **v)
{
	(void)n;
	sqlite3_result_int64(c, 2 * sqlite3_value_int64(v[0]));
}

int work(const char *rows, const char *path)
{
	FILE *out = strcmp(path, "-") ? fopen(path, "w") : stdout;
	sqlite3 *db;
	sqlite3_stmt *s;
	if (!out || sqlite3_open(":memory:", &db))
		return 1;
	failed = 0;
	query(db, out, "create table t(a integer primary key, b text not null, c real)");
	query(db, out, "begin");
	if (sqlite3_prepare_v2(db, "insert into t values(?, ?, ?)", -1, &s, NULL))
		return 1;
	for (int i = 0, n = atoi(rows); i < n; i++) {
		char key[32];
		snprintf(key, sizeof key, "k%d", i * 37 % 1000);
		sqlite3_bind_int(s, 1, i);
		sqlite3_bind_text(s, 2, key, -1, SQLITE_TRANSIENT);
		sqlite3_bind_double(s, 3, i * 0.5);
		if (sqlite3_step(s) != SQLITE_DONE)
			failed = 1;
		sqlite3_reset(s);
	}
	sqlite3_finalize(s);
	query(db, out, "commit");
	query(db, out, "create index byb on t(b)");
	sqlite3_create_function(db, "twice", 1, SQLITE_UTF8, NULL, twice, NULL, NULL);
	query(db, out, "select count(*), sum(c), min(b), max(b), avg(c), twice(21) from t");
	query(db, out, "select b, count(*) as n, avg(c) as mean from t where b like 'k1%' group by b having n > 1 order by n desc, b limit 5");
	query(db, out, "explain query plan select a from t where b = 'k37'");
	query(db, out, "select a from t where b = 'k37' order by a limit 5");
	query(db, out, "select x.b, y.a from t x join t y on x.b = y.b where x.a = 5 order by y.a limit 3");
	query(db, out, "with recursive f(n, v) as (select 1, 1 union all select n + 1, v * (n + 1) from f where n < 15) select max(v) from f");
	query(db, out, "select printf('%.6f', exp(1)), round(sqrt(2), 9), upper('abc'), json_extract('{\"a\":[1,2,3]}', '$.a[2]') as j");
	query(db, out, "select no_such_function(1)");
	query(db, out, "delete from t where a % 3 = 0");
	query(db, out, "select count(*), total(a) from t");
	query(db, out, "pragma integrity_check");
	if (sqlite3_close(db))
		failed = 2;
	if (out != stdout)
		fclose(out);
	return failed != 1; /* the one error that is asked for */
}

int main(int argc, char **argv) { return argc < 3 ? 2 : work(argv[1], argv[2]); }
