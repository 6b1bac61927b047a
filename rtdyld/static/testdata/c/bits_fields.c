// bit-fields, unions, packed structures, flexible arrays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct b { unsigned a : 3; int b : 5; unsigned long c : 40; };
struct __attribute__((packed)) p { char a; int b; short c; };
union u { float f; unsigned i; };
struct f { int n; double v[]; };
int main(void)
{
	struct b b = {5, -7, 0x123456789a};
	b.a++, b.b -= 3, b.c <<= 3;
	printf("%d %d %lx %zu\n", b.a, b.b, (unsigned long)b.c, sizeof b);
	struct p p = {1, 0x01020304, 5};
	unsigned char raw[7];
	memcpy(raw, &p, 7), printf("%zu %d %d\n", sizeof p, raw[1], raw[5]);
	union u u = {.f = 1.5f};
	printf("%x\n", u.i);
	struct f *f = malloc(sizeof *f + 3 * sizeof(double));
	f->n = 3, f->v[2] = 2.5, printf("%d %g\n", f->n, f->v[2]), free(f);
	return 0;
}
