/* A small ray tracer: two glossy balls on a chequered floor. It is an ordinary C
 * program for Linux that needs printf and the mathematical library.
 *
 *     scene [COLUMNS [LINES]]
 *
 * draws letters, or colours if standard output is a terminal that shows them.
 * internal/objgen/regen compiles it to scene.o. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { double x, y, z; } vec;

static vec add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec mul(vec a, double k) { return (vec){a.x * k, a.y * k, a.z * k}; }
static vec sub(vec a, vec b) { return add(a, mul(b, -1)); }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec unit(vec a) { return mul(a, 1 / sqrt(dot(a, a))); }

static const struct ball { vec centre; double radius; vec colour; } balls[] = {
	{{-0.95, 1.00, 4.2}, 1.00, {1.00, 0.45, 0.30}},
	{{1.05, 0.65, 3.1}, 0.65, {0.30, 0.65, 0.95}},
};
static vec light = {-4, 6, -2};

/* hit returns the ball that a ray meets first, or NULL, and how far away. */
static const struct ball *hit(vec from, vec dir, double *far)
{
	const struct ball *found = NULL;
	*far = 1e9;
	for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) {
		vec o = sub(from, balls[i].centre);
		double b = dot(o, dir), d = b * b - dot(o, o) + balls[i].radius * balls[i].radius;
		if (d > 0 && -b - sqrt(d) > 1e-6 && -b - sqrt(d) < *far)
			*far = -b - sqrt(d), found = &balls[i];
	}
	return found;
}

static vec trace(vec from, vec dir, int depth)
{
	double far, shadow;
	const struct ball *ball = hit(from, dir, &far);
	vec sky = add((vec){0.01, 0.01, 0.02}, mul((vec){0.05, 0.10, 0.24}, fabs(dir.y)));
	vec at, normal, colour;
	if (ball) {
		at = add(from, mul(dir, far));
		normal = unit(sub(at, ball->centre));
		colour = ball->colour;
	} else if (dir.y < -1e-3) {
		at = add(from, mul(dir, far = -from.y / dir.y));
		normal = (vec){0, 1, 0};
		colour = (long)(floor(at.x) + floor(at.z)) & 1 ? (vec){0.85, 0.85, 0.80} : (vec){0.12, 0.13, 0.15};
	} else {
		return sky;
	}
	vec sun = unit(sub(light, at));
	double lit = fmax(0, dot(normal, sun));
	if (hit(at, sun, &shadow))
		lit = 0;
	vec mirror = sub(dir, mul(normal, 2 * dot(normal, dir)));
	colour = mul(colour, 0.10 + 0.95 * lit);
	if (ball && lit > 0)
		colour = add(colour, mul((vec){1, 1, 1}, pow(fmax(0, dot(mirror, sun)), 40)));
	if (depth > 0)
		colour = add(mul(colour, 0.75), mul(trace(at, mirror, depth - 1), 0.25));
	return add(mul(colour, exp(-far / 24)), mul(sky, 1 - exp(-far / 24)));
}

static vec pixel(double x, double y)
{
	return trace((vec){0, 1.5, -1.5}, unit((vec){x, y - 0.20, 1.9}), 3);
}

/* brightness is how bright the picture is, 0 to 1, at a place between -1 and 1 each
 * way, y upwards. */
double brightness(double x, double y)
{
	vec c = pixel(x, y);
	return fmin(1, sqrt(0.30 * c.x + 0.59 * c.y + 0.11 * c.z));
}

static int byte(double v) { return (int)(255 * fmin(1, sqrt(fmax(0, v)))); }

int main(int argc, char **argv)
{
	static const char ramp[] = " .:-=+*#%@";
	int columns = argc > 1 ? atoi(argv[1]) : 72, lines = argc > 2 ? atoi(argv[2]) : columns / 3;
	const char *term = getenv("TERM");
	int colours = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
	if (columns < 1 || lines < 1 || columns > 4000 || lines > 4000) {
		fprintf(stderr, "usage: %s [COLUMNS [LINES]]\n", argv[0]);
		return 2;
	}
	for (int j = 0; j < lines; j++) {
		for (int i = 0; i < columns; i++) {
			double x = (2 * i + 1.0) / columns - 1, y = 0.56 - 1.3 * (j + 0.5) / lines, half = 0.325 / lines;
			if (colours) { /* a cell is two pixels, one above the other */
				vec a = pixel(x, y + half), b = pixel(x, y - half);
				printf("\x1b[38;2;%d;%d;%dm\x1b[48;2;%d;%d;%dm\xe2\x96\x80", byte(a.x), byte(a.y), byte(a.z), byte(b.x), byte(b.y), byte(b.z));
			} else {
				putchar(ramp[(int)(brightness(x, y) * (sizeof ramp - 1.01))]);
			}
		}
		puts(colours ? "\x1b[0m" : "");
	}
	return 0;
}
