extern char HOLE;
int stencil(int n);
int stencil(int n) {
	volatile int twice[4];
	twice[n & 3] = n * 2;
	return twice[n & 3] + (int)(long)&HOLE;
}
