// What depends on a processor's own ABI: exceptions through frames with destructors, thread-locals
// with constructors, indirect functions, variadic functions, calls of every class of argument.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <vector>

static int alive;
struct Guard {
	int n;
	explicit Guard(int n) : n(n) { alive++; }
	~Guard() { alive--; printf("guard %d\n", n); }
};

static long down(int n, double x, float y)
{
	Guard g(n);
	if (n == 0)
		throw std::out_of_range("bottom " + std::to_string((int)(x * 4 + y * 2)));
	return down(n - 1, x + 0.25, y + 0.5f) + 1;
}

struct Counter {
	std::vector<int> seen;
	Counter() { seen.push_back(7); }
	~Counter() { printf("counter of %d\n", (int)seen.size()); }
};
static thread_local Counter counter;
thread_local int plain = 40;
static thread_local char zeroed[300];

static void *thread(void *p)
{
	for (long i = 0; i < (long)p; i++)
		counter.seen.push_back((int)i);
	plain += (int)(long)p;
	zeroed[299]++;
	return (void *)(long)(counter.seen.back() * 1000 + plain * 10 + zeroed[299]);
}

static int first(int a) { return a * 3; }
extern "C" int (*choose(void))(int) { return first; }
extern "C" int picked(int) __attribute__((ifunc("choose")));

static double sum(const char *kinds, ...)
{
	va_list list;
	va_start(list, kinds);
	double s = 0;
	for (; *kinds; kinds++)
		s = s * 2 + (*kinds == 'd' ? va_arg(list, double) : *kinds == 'l' ? (double)va_arg(list, long long) : (double)va_arg(list, int));
	va_end(list);
	return s;
}

struct Shape {
	virtual ~Shape() {}
	virtual double area() const = 0;
};
struct Square : Shape {
	double side;
	explicit Square(double side) : side(side) {}
	double area() const override { return side * side; }
};

struct Large {
	long a[5];
	double b;
};
static Large __attribute__((noinline)) large(Large l, int i, float f, long j, double d)
{
	for (long &a : l.a)
		a += i;
	l.b += f * (double)j - d;
	return l;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < 3; i++) {
		try {
			printf("%ld\n", down(i, 1.5, 2.5f));
		} catch (const std::exception &e) {
			printf("caught %s, %d alive\n", e.what(), alive);
		}
	}
	try {
		std::vector<int>(3).at(argc + 5);
	} catch (...) {
		printf("caught anything\n");
	}
	for (long i = 1; i < 4; i++) {
		pthread_t t;
		void *result;
		pthread_create(&t, 0, thread, (void *)i);
		pthread_join(t, &result);
		printf("thread %ld\n", (long)result);
	}
	int (*volatile through)(int) = picked;
	printf("plain %d, zero %d, picked %d %d\n", plain, zeroed[299], picked(5), through(6));
	printf("sum %.3f\n", sum("idlidlidlddd", 1, 2.5, 3LL, -4, 5.5, -6LL, 7, 8.25, 1LL << 40, 0.5, 0.25, 0.125));
	Shape *s = new Square(1.5);
	printf("area %.2f\n", s->area());
	delete s;
	Large l = large(Large{{1, 2, 3, 4, 5}, 0.5}, 10, 1.5f, 1000, 0.25);
	printf("large %ld %ld %.2f\n", l.a[0], l.a[4], l.b);
	printf("%s %d %.10g %s\n", argv[1], argc, strtod("1e300", 0) * 3, strchr("find", 'n'));
	return 30 + argc;
}
