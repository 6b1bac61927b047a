/* glibc's random numbers with a state of the caller's. The numbers are those of glibc's random: an additive
   feedback generator of x**degree + x**separation + 1, whose words are filled by a Lehmer generator. Its smallest
   state is that generator of type 0, a linear congruential one. */
#include "c.h"

struct random_data {
	int32_t *front, *rear, *state;
	int type, degree, separation;
	int32_t *end;
};

static const struct { int size, degree, separation; } kinds[] = {{8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

int random_r(struct random_data *r, int32_t *result)
{
	if (!r || !result || !r->state) {
		errno = EINVAL;
		return -1;
	}
	if (r->type == 0) {
		*result = r->state[0] = (r->state[0] * 1103515245U + 12345U) & 0x7fffffff;
		return 0;
	}
	uint32_t v = *r->front = (uint32_t)*r->front + (uint32_t)*r->rear;
	*result = v >> 1;
	if (++r->front == r->end)
		r->front = r->state;
	if (++r->rear == r->end)
		r->rear = r->state;
	return 0;
}

int srandom_r(unsigned seed, struct random_data *r)
{
	if (!r || !r->state || r->type < 0 || r->type > 4)
		return -1;
	int32_t word = seed ? seed : 1;
	r->state[0] = word;
	if (r->type == 0)
		return 0;
	for (int i = 1; i < r->degree; i++) { /* 16807 * word modulo 2^31 - 1, by parts that have 31 bits */
		word = 16807 * (word % 127773) - 2836 * (word / 127773);
		if (word < 0)
			word += 2147483647;
		r->state[i] = word;
	}
	r->front = r->state + r->separation;
	r->rear = r->state;
	for (int i = 0; i < 10 * r->degree; i++) {
		int32_t v;
		random_r(r, &v);
	}
	return 0;
}

/* The word before the state says its type, and where its rear is. */
static void save(struct random_data *r)
{
	if (r->state)
		r->state[-1] = r->type == 0 ? 0 : 5 * (r->rear - r->state) + r->type;
}

int initstate_r(unsigned seed, char *words, size_t size, struct random_data *r)
{
	int type = -1;
	for (int i = 0; i < 5; i++)
		if (size >= (size_t)kinds[i].size)
			type = i;
	if (!r || type < 0) {
		errno = EINVAL;
		return -1;
	}
	save(r);
	r->type = type;
	r->degree = kinds[type].degree;
	r->separation = kinds[type].separation;
	r->state = (int32_t *)words + 1;
	r->end = r->state + r->degree;
	srandom_r(seed, r);
	save(r);
	return 0;
}

int setstate_r(char *words, struct random_data *r)
{
	int32_t *state = (int32_t *)words + 1;
	if (!r || !words || state[-1] < 0) {
		errno = EINVAL;
		return -1;
	}
	int type = state[-1] % 5, rear = state[-1] / 5;
	if (type && rear >= kinds[type].degree) {
		errno = EINVAL;
		return -1;
	}
	save(r);
	r->type = type;
	r->degree = kinds[type].degree;
	r->separation = kinds[type].separation;
	r->state = state;
	r->end = state + r->degree;
	if (type) {
		r->rear = state + rear;
		r->front = state + (rear + r->separation) % r->degree;
	}
	return 0;
}
