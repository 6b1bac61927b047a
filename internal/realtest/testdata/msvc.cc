/* Exceptions and RTTI, without a header of C++: Microsoft's are not at hand. */
extern "C" int printf(const char *, ...);
#ifdef _MSC_VER
class type_info {
public:
	virtual ~type_info();
	int operator==(const type_info &) const;
	int before(const type_info &) const;
	const char *name() const;
};
namespace std { using ::type_info; }
#else
#include <typeinfo>
#endif

struct Trace {
	const char *name;
	Trace(const char *n) : name(n) {}
	Trace(const Trace &o) : name(o.name) { printf("copy %s\n", name); }
	~Trace() { printf("~%s\n", name); }
};

static Trace global{"global"};

struct Base {
	virtual ~Base() {}
	virtual int get() { return 1; }
};
struct Other {
	virtual int other() { return 5; }
	long pad = 3;
};
struct Derived : Base, Other {
	int x = 7;
	int get() override { return x; }
	int other() override { return x + 1; }
};

struct Error : Other {
	int code;
	Trace trace{"error"};
	Error(int c) : code(c) {}
	int other() override { return code; }
};

__attribute__((noinline)) int check(int n)
{
	Trace t{"check"};
	switch (n) {
	case 2: throw 42;
	case 3: throw Error{99};
	case 4: throw "text";
	case 5: throw new Derived;
	case 6: throw 1.5;
	}
	return n;
}

template <class T> __attribute__((noinline)) T through(T n)
{
	Trace t{"through"};
	try {
		return check(n) + 1;
	} catch (double) {
		printf("rethrow\n");
		throw;
	}
}

int quiet(int n) noexcept
{
	try {
		return through(n);
	} catch (...) {
		return -n;
	}
}

int main()
{
	int caught = 0;
	for (int i = 0; i < 7; i++)
		try {
			printf("%d\n", through(i));
		} catch (int n) {
			printf("int %d\n", n);
			caught++;
		} catch (Other &e) {
			printf("error %d\n", e.other());
			caught++;
		} catch (const char *s) {
			printf("%s\n", s);
			caught++;
		} catch (Base *b) {
			printf("pointer %d\n", b->get());
			Other *o = dynamic_cast<Other *>(b);
			printf("cross cast %d, exact %d %d\n", o ? o->other() : -1, typeid(*b) == typeid(Derived), typeid(*b) == typeid(Base));
			printf("no cast %d\n", dynamic_cast<Error *>(b) == nullptr);
			delete b;
			caught++;
		} catch (...) {
			printf("anything\n");
			caught++;
		}
	try {
		try {
			throw Trace{"thrown"};
		} catch (Trace t) {
			printf("caught %s\n", t.name);
			throw 1;
		}
	} catch (int n) {
		printf("from a handler %d\n", n);
	}
	try {
		Base b;
		(void)dynamic_cast<Derived &>(b);
		printf("not here\n");
	} catch (...) {
		printf("bad cast\n");
	}
	printf("quiet %d\n", quiet(4));
	return caught;
}
