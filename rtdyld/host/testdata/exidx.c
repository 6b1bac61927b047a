// Asks for index tables as unwinders of 32-bit ARM do: through a call, an address in the
// global offset table, and one in data.
typedef const unsigned *finder(unsigned pc, int *n);
finder __gnu_Unwind_Find_exidx __attribute__((weak));
static finder *volatile in_data = __gnu_Unwind_Find_exidx;

const unsigned *find_call(unsigned pc, int *n) { return __gnu_Unwind_Find_exidx(pc, n); }
const unsigned *find_got(unsigned pc, int *n)
{
	finder *volatile f = __gnu_Unwind_Find_exidx;
	return f ? f(pc, n) : 0;
}
const unsigned *find_data(unsigned pc, int *n) { return in_data(pc, n); }
