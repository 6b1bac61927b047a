/* Structured exceptions of Windows: an access violation and one that is raised. */
int printf(const char *, ...);
__declspec(dllimport) void RaiseException(unsigned, unsigned, unsigned, const void *);

__attribute__((noinline)) static void store(int *p) { *(volatile int *)p = 5; }
__attribute__((noinline)) static void raise(int code) { RaiseException(0xE0000000u + code, 0, 0, 0); }

__attribute__((noinline)) static int guarded(int *p, int code)
{
	volatile int r = 1;
	__try {
		__try {
			if (p)
				raise(code);
			else
				store(p);
			r = 2;
		} __finally {
			printf("finally %d\n", r);
		}
	} __except (1) {
		printf("caught\n");
		r = 3;
	}
	return r;
}

int main(void)
{
	int n = 0;
	for (int i = 0; i < 3; i++)
		n = n * 10 + guarded(i == 1 ? 0 : &n, i);
	printf("%d\n", n);
	return 0;
}
