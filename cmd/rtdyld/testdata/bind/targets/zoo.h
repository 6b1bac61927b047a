/* A small library whose constants and structures are not the same on all targets. */
#include <stddef.h>
#include <stdint.h>

#define ZOO_WORD sizeof(void *)
#define ZOO_LONG sizeof(long)
#define ZOO_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#define ZOO_LOWEST ((char)-1)
#ifdef _WIN32
#define ZOO_SYSTEM "windows"
#else
#define ZOO_SYSTEM "unix"
#endif

enum zoo_kind { ZOO_BIRD = 1, ZOO_FISH = -2 };

typedef struct zoo_animal {
	char tag;
	double weight; /* in kilograms */
	long age;
	long long id;
	struct zoo_animal *next;
	enum zoo_kind kind;
	unsigned few : 3, more : 9;
	wchar_t sign;
} zoo_animal;

struct zoo_point {
	float x, y;
};
struct zoo_pair {
	long a;
	double b;
};

typedef long double zoo_wide;

/* Called for each animal; a result that is not 0 ends it. */
typedef int (*zoo_visit)(zoo_animal *a, double total, void *arg);
typedef double (*zoo_weigh)(struct zoo_pair p, long long id);

extern long zoo_count;

zoo_animal *zoo_new(char tag, enum zoo_kind kind, double weight, long age, long long id);
void zoo_free(zoo_animal *all);
int zoo_each(zoo_animal *all, zoo_visit fn, void *arg);
int zoo_text(const zoo_animal *a, const char *name, char *buf, size_t n);
const char *zoo_name(enum zoo_kind kind);
double zoo_mix(float f, double d, int n, long long id, unsigned char c, short s);
void zoo_widen(double d, zoo_wide *to);
struct zoo_point zoo_move(struct zoo_point p, struct zoo_pair by);
double zoo_callback(zoo_weigh fn, struct zoo_pair p);
static inline long zoo_older(zoo_animal *a, int by) { return a->age += by; }
