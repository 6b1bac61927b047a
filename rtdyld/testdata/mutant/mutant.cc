// What compilers make much of: groups, thread-locals, exceptions, tables, constructors, common and weak
// names. No header is needed. TestMutants damages its objects.
extern "C" {
int external(int);
extern int outside;
__attribute__((weak)) int maybe(int);
int shared __attribute__((weak)) = 7;
}

struct Resource {
	int n;
	explicit Resource(int n) : n(n) {}
	virtual ~Resource() { external(n); }
	virtual int value() const { return n; }
};

struct Double : Resource {
	explicit Double(int n) : Resource(2 * n) {}
	int value() const override { return 2 * n; }
};

template <class T> struct Box {
	static T kept;
	T v;
	T get() const { return v + kept; }
};
template <class T> T Box<T>::kept = 3;

static thread_local int count = 5;
thread_local long zero;
static Double made(4);
static const char *const texts[] = {"one", "two", "three", "four"};

inline int shared_by_all(int n) {
	static int calls;
	return calls += n;
}

extern "C" const char *text(unsigned n) { return texts[n & 3]; }

extern "C" int run(int n) {
	Resource r(n);
	count += external(n);
	zero++;
	if (maybe)
		n += maybe(n);
	switch (n) {
	case 0: return external(1);
	case 1: return outside;
	case 2: return shared_by_all(n);
	case 3: return r.value() * 7;
	case 4: return made.value();
	case 5: return external(external(2));
	case 6: return Box<int>{n}.get() + (int)Box<long>{n}.get();
	}
	return count + shared;
}
