/* A stencil: value is a hole, total a name that a resolver or the process has. */
int total(int);
static const char text[] = "hole";
const char *hole_text(void) { return text; }
long hole_add(long a)
{
	long v;
	__asm__("movabsq $value, %0" : "=r"(v));
	return a + v + total(2);
}
