/* keeps has values in v20 to v31, which are its own, while it calls a function, of more parameters than
   registers take. */
typedef unsigned long long v __attribute__((vector_size(16)));
#define HERE asm volatile("" : "+v"(a), "+v"(b), "+v"(c), "+v"(d), "+v"(e), "+v"(f), "+v"(g), "+v"(h), "+v"(i), "+v"(j), "+v"(k), "+v"(l))
#define IS(x, n) if ((x)[0] != n || (x)[1] != 100 * n) return -n

long long keeps(long long (*call)(int, double, int, int, int, int, int, int, int, int, double, int))
{
	v a = {1, 100}, b = {2, 200}, c = {3, 300}, d = {4, 400}, e = {5, 500}, f = {6, 600},
	  g = {7, 700}, h = {8, 800}, i = {9, 900}, j = {10, 1000}, k = {11, 1100}, l = {12, 1200};
	long long sum = 0;
	for (int n = 0; n < 3; n++) {
		HERE;
		sum += call(1, 0.5, 2, 3, 4, 5, 6, 7, 8, 9, 1.5, -4);
	}
	HERE;
	IS(a, 1); IS(b, 2); IS(c, 3); IS(d, 4); IS(e, 5); IS(f, 6); IS(g, 7); IS(h, 8); IS(i, 9); IS(j, 10); IS(k, 11); IS(l, 12);
	return sum;
}
