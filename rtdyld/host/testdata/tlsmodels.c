// Thread-locals that code finds by their module and offset: those of this file by the offset of all (local-dynamic), others each by its own
// (general-dynamic).
static __thread int a = 1000, b = 200;
__thread int c = 30;
extern __thread int d;
__thread int d = 4;

int tls_add(int by) {
	a += 1000 * by;
	b += 100 * by;
	c += 10 * by;
	d += by;
	return a + b + c + d;
}
