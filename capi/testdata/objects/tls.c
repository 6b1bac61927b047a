// Thread-locals of an object, with initial contents and without.
static __thread int first = 40;
static __thread long second;
static int here = 2;
static __thread int *to_here = &here;
int next_local(void)
{
	second += *to_here;
	return first++ + (int)second;
}
