/* Exceptions, RTTI, static objects and streams of C++. */
#include <cstdio>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Trace {
	const char *name;
	~Trace() { std::printf("~%s\n", name); }
};

static Trace global{"global"};

struct Base { virtual ~Base() {} };
struct Derived : Base { int x = 7; };

__attribute__((noinline)) int check(int n)
{
	Trace t{"check"};
	if (n > 2)
		throw std::runtime_error("too many: " + std::to_string(n));
	return n;
}

template <class T> __attribute__((noinline)) T through(T n)
{
	Trace t{"through"};
	return check(n) + 1;
}

int main()
{
	int caught = 0;
	for (int i = 0; i < 5; i++)
		try {
			std::printf("%d\n", through(i));
		} catch (const std::exception &e) {
			std::printf("caught %s\n", e.what());
			caught++;
		}
	try {
		try {
			throw 42;
		} catch (int n) {
			std::printf("int %d\n", n);
			throw;
		}
	} catch (...) {
		std::printf("again\n");
	}
	std::vector<std::string> v;
	try {
		v.at(3);
	} catch (std::out_of_range &) {
		std::printf("range\n");
	}
	Base *b = new Derived;
	if (Derived *d = dynamic_cast<Derived *>(b))
		std::printf("derived %d\n", d->x);
	delete b;
	std::map<std::string, int> m{{"b", 2}, {"a", 1}};
	for (auto &p : m)
		std::cout << p.first << p.second << ' ';
	std::cout << 1.5 << std::endl;
	return caught;
}
