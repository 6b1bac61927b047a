// jump tables, computed gotos and tables of pointers.
#include <stdio.h>
static int one(int v) { return v + 1; }
static int two(int v) { return v * 2; }
static int three(int v) { return v ^ 3; }
static int (*const table[])(int) = {one, two, three};
static const char *name(int n)
{
	switch (n) { case 0: return "zero"; case 1: return "one"; case 2: return "two"; case 3: return "three"; case 4: return "four"; case 5: return "five"; case 6: return "six"; case 7: return "seven"; default: return "many"; }
}
int main(void)
{
	static const void *const go[] = {&&add, &&sub, &&end};
	static const char code[] = {0, 0, 1, 0, 1, 1, 0, 2};
	int v = 0, pc = 0;
	for (int i = 0; i < 10; i++)
		v = table[i % 3](v), printf("%d %s\n", v, name(i));
	goto *go[(int)code[pc++]];
add:
	v += 10;
	goto *go[(int)code[pc++]];
sub:
	v -= 3;
	goto *go[(int)code[pc++]];
end:
	printf("%d\n", v);
	return 0;
}
