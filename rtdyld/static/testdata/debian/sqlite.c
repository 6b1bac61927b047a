// Debian's libsqlite3.a: tables in memory and in a file, from many threads, with functions of mathematics and dates, and the extension FTS.
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int row(void *p, int n, char **v, char **names)
{
	for (int i = 0; i < n; i++)
		printf("%s%s", i ? "|" : "", v[i] ? v[i] : "null");
	puts("");
	return 0;
}
static void run(sqlite3 *db, const char *sql)
{
	char *e = NULL;
	if (sqlite3_exec(db, sql, row, NULL, &e))
		printf("%s: %s\n", sql, e), sqlite3_free(e);
}
static void *worker(void *p)
{
	sqlite3 *db;
	char sql[200];
	long bad = sqlite3_open(":memory:", &db);
	run(db, "create table t(a integer primary key, b text)");
	sqlite3_stmt *s;
	bad += sqlite3_prepare_v2(db, "insert into t(b) values(?)", -1, &s, NULL);
	for (int i = 0; i < 2000; i++) {
		snprintf(sql, sizeof sql, "row %d", i * 7919 % 2000);
		sqlite3_bind_text(s, 1, sql, -1, SQLITE_TRANSIENT), bad += sqlite3_step(s) != SQLITE_DONE, sqlite3_reset(s);
	}
	sqlite3_finalize(s), bad += sqlite3_prepare_v2(db, "select count(distinct b), sum(length(b)) from t", -1, &s, NULL), sqlite3_step(s);
	bad += sqlite3_column_int(s, 0) != 2000 || sqlite3_column_int(s, 1) != 14890;
	sqlite3_finalize(s), bad += sqlite3_close(db);
	return (void *)bad;
}
int main(void)
{
	sqlite3 *db;
	pthread_t t[4];
	char d[] = "/tmp/sqliteXXXXXX", path[40];
	printf("%s %d\n", sqlite3_libversion(), sqlite3_threadsafe());
	mkdtemp(d), sprintf(path, "%s/db", d);
	for (int file = 0; file < 2; file++) {
		sqlite3_open(file ? path : ":memory:", &db);
		run(db, "create table t(a integer primary key, b real, c text)");
		run(db, "with recursive n(i) as (select 1 union all select i+1 from n where i < 20000) insert into t select i, i/3.0, 'text ' || (i % 97) from n");
		run(db, "select count(*), sum(a), round(sum(b), 3), max(c) from t; select c, count(*) from t group by c order by 2 desc, 1 limit 5");
		run(db, "select sqrt(2), sin(1), printf('%.15g %08.3f', 1.0/3, 2.5), date(0, 'unixepoch'), strftime('%Y-%W', 86400 * 400, 'unixepoch')");
		run(db, "create virtual table f using fts5(x); insert into f values('the quick brown fox'),('lazy dogs'); select x from f where f match 'quick OR lazy' order by x");
		run(db, "select json_extract('{\"a\":[1,2,{\"b\":3.5}]}', '$.a[2].b'), hex(zeroblob(3)), upper('abc'), 'x' like 'X'");
		run(db, "select * from none; pragma integrity_check; begin; delete from t; rollback; select count(*) from t");
		printf("%d\n", sqlite3_close(db));
	}
	sqlite3_open(path, &db), run(db, "select count(*) from t"), sqlite3_close(db), unlink(path), rmdir(d);
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 4; i++) {
		void *r;
		pthread_join(t[i], &r), printf("%ld ", (long)r);
	}
	puts("");
	return 0;
}
