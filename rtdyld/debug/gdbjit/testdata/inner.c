struct point { int x, y; };
static int table[4] = {1, 2, 3, 4};
int NAME(inner)(int x, struct point *p);
int NAME(inner)(int x, struct point *p) {
	int y = x * 2;
	p->x = y + table[x & 3]; /* line 6 */
	return p->x + p->y;
}
