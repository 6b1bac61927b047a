// structures of all sizes by value, and returned.
#include <stdio.h>
#include <string.h>
#define S(n) struct s##n { char c[n]; }; static struct s##n f##n(int before, struct s##n v, double after) { for (int i = 0; i < n; i++) v.c[i] += before + (int)after; return v; }
S(1) S(2) S(3) S(5) S(7) S(8) S(9) S(12) S(15) S(16) S(17) S(24) S(33) S(100)
#define T(n) do { struct s##n v; for (int i = 0; i < n; i++) v.c[i] = i; v = f##n(1, v, 2.5); int t = 0; for (int i = 0; i < n; i++) t = t * 3 + v.c[i]; printf("%d %d\n", n, t); } while (0)
struct mixed { float a; int b; double c; };
static struct mixed swap(struct mixed m) { return (struct mixed){(float)m.c, (int)m.a, m.b}; }
int main(void)
{
	T(1); T(2); T(3); T(5); T(7); T(8); T(9); T(12); T(15); T(16); T(17); T(24); T(33); T(100);
	struct mixed m = swap((struct mixed){1.5f, 2, 3.5});
	printf("%g %d %g\n", m.a, m.b, m.c);
	return 0;
}
