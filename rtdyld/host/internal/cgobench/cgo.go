//go:build cgo && linux && amd64

package cgobench

// static long add(long a, long b) { return a + b; }
// static double fma3(double a, double b, double c) { return a * b + c; }
// static void nothing(void) {}
// static long call2(unsigned long f, long a, long b) { return ((long (*)(long, long))f)(a, b); }
// __attribute__((noinline)) static long sum(const long *a)
// { long s = 0; for (int i = 0; i < 12; i++) s += a[i]; return s; }
// typedef long i64;
// __attribute__((noinline)) static long add12(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f, i64 g, i64 h, i64 i, i64 j, i64 k, i64 l)
// { long v[12] = {a, b, c, d, e, f, g, h, i, j, k, l}; return sum(v); }
import "C"

func cgoNothing() { C.nothing() }

func cgoAdd(a, b int64) int64 { return int64(C.add(C.long(a), C.long(b))) }

func cgoFMA(a, b, c float64) float64 {
	return float64(C.fma3(C.double(a), C.double(b), C.double(c)))
}

// cgoPointer calls the function at an address.
func cgoPointer(f uint64, a, b int64) int64 {
	return int64(C.call2(C.ulong(f), C.long(a), C.long(b)))
}

func cgoAdd12(v *[12]uint64) int64 {
	return int64(C.add12(C.long(v[0]), C.long(v[1]), C.long(v[2]), C.long(v[3]), C.long(v[4]), C.long(v[5]),
		C.long(v[6]), C.long(v[7]), C.long(v[8]), C.long(v[9]), C.long(v[10]), C.long(v[11])))
}
