// Functions of C++: names that are mangled, classes that are passed as structures and others, references.
struct plain {
	int a, b;
};
struct owner {
	owner(const owner &);
	~owner();
	int *p;
};
struct derived : plain {
	int c;
};
class counter {
public:
	int add(int by);
	static double rate(float x);
	int n;
};
int counter::add(int by) { return n += by; }
double counter::rate(float x) { return x; }
namespace deep {
namespace er {
int inside(plain p, const plain &r, plain &&m) { return p.a + r.b + m.a; }
}
}
extern "C" {
int takes(owner o, derived d, int x) { return *o.p + d.c + x; }
int simple(bool b, char16_t c) { return b + c; }
}
template <typename T> T twice(T x) { return x + x; }
template double twice<double>(double);
