#include "row.h"

static int bind(struct row_stmt *s) {
	for (int i = 0; i < s->argc; i++) {
		struct row_value *v = &s->args[i];
		int rc;
		switch (v->kind) {
		case SQLITE_INTEGER:
			rc = sqlite3_bind_int64(s->stmt, i + 1, v->u.integer);
			break;
		case SQLITE_FLOAT:
			rc = sqlite3_bind_double(s->stmt, i + 1, v->u.real);
			break;
		case SQLITE_TEXT:
			rc = sqlite3_bind_text(s->stmt, i + 1, v->u.bytes, v->size, SQLITE_STATIC);
			break;
		case SQLITE_BLOB:
			rc = v->size ? sqlite3_bind_blob(s->stmt, i + 1, v->u.bytes, v->size, SQLITE_STATIC)
				     : sqlite3_bind_zeroblob(s->stmt, i + 1, 0);
			break;
		default:
			rc = sqlite3_bind_null(s->stmt, i + 1);
		}
		if (rc != SQLITE_OK)
			return rc;
	}
	return SQLITE_OK;
}

void row_fill(struct row_stmt *s) {
	s->width = sqlite3_data_count(s->stmt);
	int n = s->width < s->columns ? s->width : s->columns;
	for (int i = 0; i < n; i++) {
		struct row_value *v = &s->row[i];
		v->kind = sqlite3_column_type(s->stmt, i);
		switch (v->kind) {
		case SQLITE_INTEGER:
			v->u.integer = sqlite3_column_int64(s->stmt, i);
			break;
		case SQLITE_FLOAT:
			v->u.real = sqlite3_column_double(s->stmt, i);
			break;
		case SQLITE_TEXT:
			v->u.bytes = sqlite3_column_text(s->stmt, i);
			v->size = sqlite3_column_bytes(s->stmt, i);
			break;
		case SQLITE_BLOB:
			v->u.bytes = sqlite3_column_blob(s->stmt, i);
			v->size = sqlite3_column_bytes(s->stmt, i);
			break;
		}
	}
}

static void argument(struct row_value *v, sqlite3_value *from) {
	v->kind = sqlite3_value_type(from);
	switch (v->kind) {
	case SQLITE_INTEGER:
		v->u.integer = sqlite3_value_int64(from);
		break;
	case SQLITE_FLOAT:
		v->u.real = sqlite3_value_double(from);
		break;
	case SQLITE_TEXT:
		v->u.bytes = sqlite3_value_text(from);
		v->size = sqlite3_value_bytes(from);
		break;
	case SQLITE_BLOB:
		v->u.bytes = sqlite3_value_blob(from);
		v->size = sqlite3_value_bytes(from);
		break;
	}
}

struct function {
	row_call *call;
	int64_t id;
};

enum { most = 127 }; /* arguments of a function, SQLITE_MAX_FUNCTION_ARG */

static void run(sqlite3_context *c, int argc, sqlite3_value **argv) {
	struct function *f = sqlite3_user_data(c);
	struct row_value args[most], result = {SQLITE_NULL};
	if (argc > most) {
		sqlite3_result_error_toobig(c);
		return;
	}
	for (int i = 0; i < argc; i++)
		argument(&args[i], argv[i]);
	f->call(f->id, argc, args, &result);
	switch (result.kind) {
	case 0:
		sqlite3_result_error(c, result.u.bytes, result.size);
		sqlite3_free((void *)result.u.bytes);
		break;
	case SQLITE_INTEGER:
		sqlite3_result_int64(c, result.u.integer);
		break;
	case SQLITE_FLOAT:
		sqlite3_result_double(c, result.u.real);
		break;
	case SQLITE_TEXT:
		sqlite3_result_text(c, result.u.bytes, result.size, sqlite3_free);
		break;
	case SQLITE_BLOB:
		sqlite3_result_blob(c, result.u.bytes, result.size, sqlite3_free);
		break;
	default:
		sqlite3_result_null(c);
	}
}

int row_function(sqlite3 *db, const char *name, int32_t argc, int32_t flags, row_call *call, int64_t id) {
	struct function *f = sqlite3_malloc(sizeof *f);
	if (!f)
		return SQLITE_NOMEM;
	*f = (struct function){call, id};
	return sqlite3_create_function_v2(db, name, argc, flags, f, run, 0, 0, sqlite3_free);
}

int row_next(struct row_stmt *s) {
	int rc = sqlite3_step(s->stmt);
	if (rc == SQLITE_ROW)
		row_fill(s);
	return rc;
}

int row_query(struct row_stmt *s) {
	int rc = bind(s);
	return rc == SQLITE_OK ? row_next(s) : rc;
}

void row_reset(struct row_stmt *s) {
	sqlite3_reset(s->stmt);
	if (s->argc)
		sqlite3_clear_bindings(s->stmt);
}

int row_exec(struct row_stmt *s) {
	int rc = bind(s);
	if (rc != SQLITE_OK)
		return rc;
	sqlite3 *db = s->db;
	int64_t before = sqlite3_total_changes64(db);
	do
		rc = sqlite3_step(s->stmt);
	while (rc == SQLITE_ROW);
	if (rc != SQLITE_DONE)
		return rc;
	s->rowid = sqlite3_last_insert_rowid(db);
	s->changes = sqlite3_total_changes64(db) == before ? 0 : sqlite3_changes64(db);
	row_reset(s);
	return rc;
}
