/* Thread-locals with values and without, of an object that is loaded often. */
#ifndef START
#define START 5
#endif
static _Thread_local long each = START, zero, more[100] = {START};

long long next(void)
{
	more[0]++;
	return ++each * 1000 + ++zero + more[0] - START;
}
