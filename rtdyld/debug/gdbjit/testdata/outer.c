struct point { int x, y; };
int NAME(inner)(int x, struct point *p);
int NAME(outer)(int n);
int NAME(outer)(int n) {
	struct point p = {n, 7};
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += NAME(inner)(i + 21, &p); /* line 8 */
	return sum;
}
