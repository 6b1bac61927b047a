#include "zoo.h"
#include <stdio.h>
#include <stdlib.h>

long zoo_count;

zoo_animal *zoo_new(char tag, enum zoo_kind kind, double weight, long age, long long id) {
	static zoo_animal *last;
	zoo_animal *a = calloc(1, sizeof *a);
	*a = (zoo_animal){tag, weight, age, id, last, kind, 5, 300, L'z'};
	zoo_count++;
	return last = a;
}
void zoo_free(zoo_animal *all) {
	while (all) {
		zoo_animal *next = all->next;
		free(all);
		all = next, zoo_count--;
	}
}
int zoo_each(zoo_animal *all, zoo_visit fn, void *arg) {
	double total = 0;
	for (; all; all = all->next) {
		int stop = fn(all, total += all->weight, arg);
		if (stop)
			return stop;
	}
	return 0;
}
int zoo_text(const zoo_animal *a, const char *name, char *buf, size_t n) {
	return snprintf(buf, n, "%s %c %.3f %ld %lld %d", name, a->tag, a->weight, a->age, a->id, a->kind);
}
const char *zoo_name(enum zoo_kind kind) { return kind == ZOO_FISH ? "fish" : "bird"; }
double zoo_mix(float f, double d, int n, long long id, unsigned char c, short s) {
	return f * 2 + d * 3 + n * 5 + id * 7 + c * 11 + s * 13;
}
void zoo_widen(double d, zoo_wide *to) { *to = d; }
struct zoo_point zoo_move(struct zoo_point p, struct zoo_pair by) { return (struct zoo_point){p.x + by.a, p.y + by.b}; }
double zoo_callback(zoo_weigh fn, struct zoo_pair p) { return fn(p, -(1LL << 40)) * 2; }
