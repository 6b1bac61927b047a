/* Throws, catches what comes from elsewhere, and what it calls throws. */
extern "C" int catches(int (*f)(int), int n)
{
	try {
		return f(n);
	} catch (int thrown) {
		return thrown + 1;
	}
}
extern "C" int throws(int n) { throw n; }
