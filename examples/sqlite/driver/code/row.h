/* What the driver calls of SQLite in one go: a statement with its arguments bound, a row
   with all its columns. */
#include <sqlite3.h>
#include <stdint.h>

/* One argument, or one column of a row. kind is SQLITE_INTEGER, _FLOAT, _TEXT, _BLOB or
   _NULL; size counts the bytes of a text or blob. */
struct row_value {
	int32_t kind;
	int32_t size;
	union {
		int64_t integer;
		double real;
		const void *bytes;
	} u;
};

/* A statement, with the memory that calls of it take from and give to. */
struct row_stmt {
	sqlite3 *db;
	sqlite3_stmt *stmt;
	struct row_value *args; /* argc of them; their bytes stay until others are bound */
	struct row_value *row;  /* room for columns of them */
	int32_t argc;
	int32_t columns;
	int32_t width; /* columns that the row has; more than there is room for: ask row_fill */
	int64_t rowid; /* of the last row inserted */
	int64_t changes;
};

/* Runs a statement to its end: SQLITE_DONE, or what was wrong. */
int row_exec(struct row_stmt *s);
/* Binds, and goes to the first row: SQLITE_ROW, SQLITE_DONE, or what was wrong. */
int row_query(struct row_stmt *s);
/* Goes to the next row. */
int row_next(struct row_stmt *s);
/* Fills s->row once more, after it was made wide enough. */
void row_fill(struct row_stmt *s);
/* Ends a statement's run, and forgets its arguments. */
void row_reset(struct row_stmt *s);

/* A function of Go's: it gets a number, its arguments, and where its result goes, whose bytes are
   memory of sqlite3_malloc. Kind 0 is an error, with its text. */
typedef void row_call(int64_t id, int32_t argc, const struct row_value *args, struct row_value *result);

/* Makes a function of SQL that calls. */
int row_function(sqlite3 *db, const char *name, int32_t argc, int32_t flags, row_call *call, int64_t id);
