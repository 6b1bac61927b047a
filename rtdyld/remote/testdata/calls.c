long sum0(void) { return 0; }
long sum2(long a, long b) { return a + b; }
long sum12(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l)
{
	return a + b + c + d + e + f + g + h + i + j + k + l;
}

int fork(void);
int usleep(unsigned);

/* Returns 7 in another process, and 5 here, later. */
long forks(void)
{
	if (fork() == 0)
		return 7;
	usleep(200000);
	return 5;
}
