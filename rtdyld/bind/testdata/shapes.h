/* A header with one of each thing that bind makes Go of. */
#ifndef SHAPES_H
#define SHAPES_H
#include <stddef.h>
#include <stdint.h>

#define SHAPES_VERSION "1.2" /* of this file */
#define SHAPES_LIMIT (1u << 31) // the most
#define SHAPES_HALF 0.5
#define SHAPES_NONE ((shape *)-1)
#define SHAPES_API extern
#define SHAPES_TWICE(s) shape_scale((s), 2)

typedef struct shape shape; /* nobody sees in */

enum kind { KIND_POINT, KIND_LINE = -5, KIND_AREA };
typedef enum { COLOR_RED = 1, COLOR_BLUE = 0x80000000 } color;

typedef struct {
	char tag[3];
	int64_t id;
	struct { short x, y; } at;
	union { int number; double real; void *any; } value;
	unsigned ready : 1, level : 5;
	int delta : 10;
	const char *name;
	int (*draw)(shape *, void *);
	struct node *next;
} node;

struct node {
	long count;
	node *items[];
};

struct __attribute__((packed)) wire { uint8_t kind; uint32_t length; uint16_t sum; };

typedef int (*visit_fn)(const shape *s, void *arg);

/* Makes a shape.
 *
 * It is freed by shape_free. */
SHAPES_API shape *shape_new(enum kind kind, const char *name);
SHAPES_API void shape_free(shape *);
/// How large it is.
SHAPES_API double shape_area(const shape *s, float scale, _Bool exact);
SHAPES_API int (shape_scale)(shape *s, int by);

SHAPES_API int shape_visit(shape *s, visit_fn fn, void *arg);
/* Reads into memory. */
SHAPES_API size_t shape_read(shape *s, void *buf, size_t n);
SHAPES_API int shape_log(const char *format, ...);
SHAPES_API color shape_color(const node n[2], struct wire *w);
SHAPES_API int shape_lost(int type);
SHAPES_API void (*shape_hook(int range, void (*func)(int)))(int);
extern const char shape_names[4][8];
extern int shape_count;
#define shape_limit(n) ((n) > 9 ? 9 : (n))
static inline int shape_twice(int x) { return 2 * x; }
#endif
