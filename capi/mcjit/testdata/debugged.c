/* A program in which lldb evaluates expressions. */
struct pair {
	int x, y;
};

int global = 5;

int twice(int n) { return 2 * n; }

int stop(struct pair *at) { return at->x; }

int main(void)
{
	struct pair p = {3, 4};
	return stop(&p) + twice(global) - 13;
}
