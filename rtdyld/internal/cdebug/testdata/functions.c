// Functions whose types each compiler's debug information has to tell alike.
struct point {
	float x, y;
};
struct list {
	struct list *next;
	int (*visit)(struct list *, void *);
	unsigned flags : 3;
};
union either {
	double d;
	int n;
};
enum color { red, green = 5 };
typedef int number;
typedef const struct list *cursor;

int add(int a, int b) { return a + b; }
double scale(double x, number n) { return x * n; }
void nothing(void) {}
unsigned char step(unsigned char c, enum color to) { return c + to; }
struct point flip(struct point p) { return (struct point){p.y, p.x}; }
int walk(struct list *l, int (*visit)(struct list *, void *), void *arg) { return l->visit == visit && !arg; }
cursor next(cursor c, const char *const *names) { return names[0][0] ? c->next : 0; }
double first(union either e, const int v[4]) { return e.d + v[0]; }
int many(int n, ...) { return n; }
float old(f) float f; { return f; }
int (*choose(int which))(int, int) { return which ? add : 0; }
static int __attribute__((noinline)) own(int x) { return x + 1; }
int outer(int x) { return own(x); }
