// Stencils: for each operation of code.go a function for each operand and register that it may be about. What an instruction is about besides are addresses of
// names that are undefined here, and get their values when a copy is made: a literal, or where a column's address is in the table. Every
// stencil ends in a jump to the next one, and passes on what it has got: values are in registers of the processor all the time.
//
// Names are OPERATION_OPERAND_REGISTER; the operand is s, the register above, c, a column, or l, a literal. The object of one operation is made with it defined, as
// -DSTENCIL_isub; that has few symbols, so that templates of its functions are made quickly.

#include <stdint.h>

typedef struct {
	const void *columns[3];
	int64_t rows;
} table;

// preserve_none (clang 19): more arguments come in registers, and a function need not restore any.
#define STENCIL __attribute__((preserve_none)) int64_t

#define STATE \
	const table *t, int64_t row, int64_t count, \
	int64_t i0, int64_t i1, int64_t i2, int64_t i3, int64_t i4, int64_t i5, \
	double f0, double f1, double f2, double f3, double f4, double f5
#define PASS t, row, count, i0, i1, i2, i3, i4, i5, f0, f1, f2, f3, f4, f5

extern STENCIL _CONTINUE(STATE); // the next stencil
extern STENCIL _AGAIN(STATE);    // the first one for a row
// A large object's address may be any number, also where those of others have 32 bits (-mcmodel=medium).
extern const char _HOLE_literal[1 << 20];
extern const char _HOLE_column;

#define GO(to) __attribute__((musttail)) return to(PASS)

static inline double float64(uint64_t bits) {
	union {
		uint64_t bits;
		double value;
	} u = {bits};
	return u.value;
}

#define ILITERAL ((int64_t)(uintptr_t)_HOLE_literal)
#define FLITERAL float64((uintptr_t)_HOLE_literal)
#define COLUMN(type) ((*(const type *const *)((const char *)t + (uintptr_t)&_HOLE_column))[row])

// A stencil of an operation, which leaves what EXPR(x, y) computes of registers of kind x in one of kind r.
#define DO(op, operand, d, r, x, y) \
	STENCIL op##_##operand##_##d(STATE) { \
		r##d = EXPR(x##d, y); \
		GO(_CONTINUE); \
	}
#define DO1(...) DO(__VA_ARGS__)
#define ANY(X, ...) X(0, __VA_ARGS__) X(1, __VA_ARGS__) X(2, __VA_ARGS__) X(3, __VA_ARGS__) X(4, __VA_ARGS__) X(5, __VA_ARGS__)
#define PAIRS(X, ...) X(0, 1, __VA_ARGS__) X(1, 2, __VA_ARGS__) X(2, 3, __VA_ARGS__) X(3, 4, __VA_ARGS__) X(4, 5, __VA_ARGS__)

#define COLUMN_i COLUMN(int32_t)
#define COLUMN_f COLUMN(double)
#define LITERAL_i ILITERAL
#define LITERAL_f FLITERAL
#define C(d, op, r, x) DO1(op, c, d, r, x, COLUMN_##x)
#define L(d, op, r, x) DO1(op, l, d, r, x, LITERAL_##x)
#define S(d, e, op, r, x) DO1(op, s, d, r, x, x##e)
#define ALL(op, r, x) ANY(C, op, r, x) ANY(L, op, r, x) PAIRS(S, op, r, x)
#define WRAP(x, op, y) (int64_t)((uint64_t)(x)op(uint64_t)(y)) // integers wrap

#if defined STENCIL_enter // is what is called: it runs the others for all rows, and returns how many were let through
int64_t enter(const table *t) {
	int64_t i;
	double f;
	if (t->rows <= 0)
		return 0;
	return _CONTINUE(t, 0, 0, i, i, i, i, i, i, f, f, f, f, f, f);
}

#elif defined STENCIL_next // is behind the last instruction, whose value is in i0
STENCIL next(STATE) {
	count += i0;
	if (++row < t->rows)
		GO(_AGAIN);
	return count;
}

#elif defined STENCIL_iload
#define EXPR(x, y) y
ANY(C, iload, i, i) ANY(L, iload, i, i)
#elif defined STENCIL_fload
#define EXPR(x, y) y
ANY(C, fload, f, f) ANY(L, fload, f, f)
#elif defined STENCIL_real // of an integer
#define EXPR(x, y) (double)(y)
#define SAME(d, op, r, x) DO1(op, s, d, r, x, x##d)
ANY(C, real, f, i) ANY(SAME, real, f, i)
#elif defined STENCIL_rem
#define EXPR(x, y) x % y
ANY(L, rem, i, i)
#elif defined STENCIL_and
#define EXPR(x, y) x &y
PAIRS(S, and, i, i)
#elif defined STENCIL_or
#define EXPR(x, y) x | y
PAIRS(S, or, i, i)

#elif defined STENCIL_iadd
#define EXPR(x, y) WRAP(x, +, y)
ALL(iadd, i, i)
#elif defined STENCIL_isub
#define EXPR(x, y) WRAP(x, -, y)
ALL(isub, i, i)
#elif defined STENCIL_irsub
#define EXPR(x, y) WRAP(y, -, x)
ALL(irsub, i, i)
#elif defined STENCIL_imul
#define EXPR(x, y) WRAP(x, *, y)
ALL(imul, i, i)
#elif defined STENCIL_ieq
#define EXPR(x, y) x == y
ALL(ieq, i, i)
#elif defined STENCIL_ine
#define EXPR(x, y) x != y
ALL(ine, i, i)
#elif defined STENCIL_ilt
#define EXPR(x, y) x < y
ALL(ilt, i, i)
#elif defined STENCIL_ile
#define EXPR(x, y) x <= y
ALL(ile, i, i)
#elif defined STENCIL_igt
#define EXPR(x, y) x > y
ALL(igt, i, i)
#elif defined STENCIL_ige
#define EXPR(x, y) x >= y
ALL(ige, i, i)

#elif defined STENCIL_fadd
#define EXPR(x, y) x + y
ALL(fadd, f, f)
#elif defined STENCIL_fsub
#define EXPR(x, y) x - y
ALL(fsub, f, f)
#elif defined STENCIL_frsub
#define EXPR(x, y) y - x
ALL(frsub, f, f)
#elif defined STENCIL_fmul
#define EXPR(x, y) x *y
ALL(fmul, f, f)
#elif defined STENCIL_fdiv
#define EXPR(x, y) x / y
ALL(fdiv, f, f)
#elif defined STENCIL_frdiv
#define EXPR(x, y) y / x
ALL(frdiv, f, f)
#elif defined STENCIL_feq
#define EXPR(x, y) x == y
ALL(feq, i, f)
#elif defined STENCIL_fne
#define EXPR(x, y) x != y
ALL(fne, i, f)
#elif defined STENCIL_flt
#define EXPR(x, y) x < y
ALL(flt, i, f)
#elif defined STENCIL_fle
#define EXPR(x, y) x <= y
ALL(fle, i, f)
#elif defined STENCIL_fgt
#define EXPR(x, y) x > y
ALL(fgt, i, f)
#elif defined STENCIL_fge
#define EXPR(x, y) x >= y
ALL(fge, i, f)
#endif
