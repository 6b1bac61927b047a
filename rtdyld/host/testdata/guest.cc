/* Exceptions without headers, for any target. */
static int destroyed;
struct Trace { ~Trace() { destroyed++; } };
struct Base { int n; };
struct Derived : Base { Derived(int m) { n = m; } };

__attribute__((noinline)) int thrower(int n)
{
	Trace t;
	switch (n) {
	case 1: throw 1;
	case 2: throw Derived(2);
	case 3: throw "text";
	}
	return 0;
}

__attribute__((noinline)) int between(int n)
{
	Trace t;
	return thrower(n);
}

/* How many objects were destroyed belongs to the result: two each time. */
extern "C" int catches(int n)
{
	int r, before = destroyed;
	try {
		r = 98 + between(n);
	} catch (int i) {
		r = 198 + i;
	} catch (const Base &b) {
		r = 298 + b.n;
	} catch (...) {
		r = 401;
	}
	return r + destroyed - before;
}
