#include "inline.h"

struct Derived : Base {
	int f(int x) override { return Base::f(x) * 2; }
};

Base *make() { return new Derived; }

int second(int n)
{
	Box<int> box(n);
	std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
	return checked(v, n) + box.get() + table[2][n % 5] + (int)text().size();
}
