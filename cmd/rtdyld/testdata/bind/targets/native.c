/* The same work in C: what it prints is what Go must print. */
#include "zoo.h"
#include <stdio.h>

static int visit(zoo_animal *a, double total, void *arg) {
	printf("%c %d %.3f %ld %lld %u %u %d\n", a->tag, a->kind, total, a->age, a->id, a->few, a->more, (int)a->sign);
	a->more = 511, a->few = 2;
	return a->tag == *(char *)arg ? 77 : 0;
}
static double weigh(struct zoo_pair p, long long id) { return p.a + p.b + (double)id; }

int main(void) {
	printf("%d %d %d %d %s\n", (int)ZOO_WORD, (int)ZOO_LONG, ZOO_BIG, ZOO_LOWEST, ZOO_SYSTEM);
	printf("%d %d %d %d %d %d\n", (int)sizeof(zoo_animal), (int)offsetof(zoo_animal, weight), (int)offsetof(zoo_animal, id), (int)offsetof(zoo_animal, kind),
		(int)offsetof(zoo_animal, sign), (int)sizeof(struct zoo_pair));
	zoo_new('a', ZOO_FISH, 1.25, 40, 1LL << 40);
	zoo_animal *all = zoo_new('b', ZOO_BIRD, 0.5, -3, -5);
	char stop = 'a', text[100];
	int n = zoo_each(all, visit, &stop);
	printf("%d %ld %u %u\n", n, zoo_count, all->more, all->few);
	n = zoo_text(all->next, zoo_name(all->next->kind), text, sizeof text);
	printf("%d %s %ld\n", n, text, zoo_older(all, 4));
	printf("%.3f\n", zoo_mix(1.5f, 2.25, -3, 1LL << 33, 200, -300));
	zoo_wide wide = 0;
	zoo_widen(2.25, &wide);
	struct zoo_point p = zoo_move((struct zoo_point){1.5f, -2.5f}, (struct zoo_pair){7, 0.25});
	printf("structures %.3f %.3f %.3f %.3f\n", (double)wide, p.x, p.y, zoo_callback(weigh, (struct zoo_pair){-9, 0.125}));
	zoo_free(all);
	printf("%ld\n", zoo_count);
	return 0;
}
