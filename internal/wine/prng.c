/*
 * bcryptprimitives.dll for versions of Wine that lack it (before 8.10): Go's
 * runtime takes its random numbers from there.
 */
int __stdcall SystemFunction036(void *, unsigned); /* RtlGenRandom, advapi32 */

__declspec(dllexport) int __stdcall ProcessPrng(void *p, unsigned long long n)
{
	return SystemFunction036(p, (unsigned)n);
}
