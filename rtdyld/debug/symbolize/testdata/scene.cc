// Functions in COMDAT groups, methods that are inlined, names that are mangled.
extern int outside(int);

template <int N> struct Ring {
	int at[N];
	int head = 0;
	__attribute__((noinline)) void push(int x) { at[head] = outside(x); head = next(head); }
	int next(int i) const { return i + 1 == N ? 0 : outside(i + 1); }
	__attribute__((noinline)) int sum() const
	{
		int s = 0;
		for (int i = 0; i < N; i = next(i) == 0 ? N : next(i))
			s += at[i];
		return s;
	}
};

inline __attribute__((noinline)) int twice(int x) { return outside(x) + outside(x + 1); }

namespace deep {
int run(int n)
{
	Ring<4> a;
	Ring<7> b;
	for (int i = 0; i < n; i++) {
		a.push(i);
		b.push(twice(i));
	}
	auto f = [&](int k) { return a.sum() * k + b.sum(); };
	return f(n) + f(n + 1);
}
}
