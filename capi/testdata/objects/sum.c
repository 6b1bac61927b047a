// One function, some data of each kind.
static const char text[] = "sum";
int calls;
const char *sum_name(void) { return text; }
int sum(int a, int b)
{
	calls++;
	return a + b;
}
int sum_calls(void) { return calls; }
