/* A stencil: value is a hole, total a name that a resolver or the process has. */
int total(int);
static const char text[] = "hole";
const char *hole_text(void) { return text; }
__INTPTR_TYPE__ hole_add(__INTPTR_TYPE__ a)
{
	__INTPTR_TYPE__ v;
	__asm__("movabsq $value, %0" : "=r"(v));
	return a + v + total(2);
}
