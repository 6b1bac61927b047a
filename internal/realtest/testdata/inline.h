/* What two compilers each make a copy of: functions, data, types. */
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct Base {
	virtual ~Base() {}
	virtual int f(int x) { return x + k; }
	int k = 3;
};

template <class T> struct Box {
	static int count;
	T v;
	Box(T v) : v(v) { count++; }
	T get() { return v; }
};
template <class T> int Box<T>::count;

inline int counter()
{
	static int n = 10;
	return ++n;
}

inline const std::string &text()
{
	static std::string s = "made once";
	counter();
	return s;
}

inline const char table[3][5] = {"abcd", "efgh", "ijkl"};

inline int chosen(int n) /* by a jump table */
{
	switch (n) {
	case 0: return 5;
	case 1: return 77;
	case 2: return 12;
	case 3: return 1;
	case 4: return 99;
	case 5: return 1234;
	case 6: return counter();
	}
	return 0;
}

inline int checked(const std::vector<int> &v, int n)
{
	if (n < 0)
		throw std::out_of_range("negative");
	return v.at(n) + chosen(n);
}

Base *make();
int second(int);
