// One step of a ball that falls and bounces. Change it while the program runs.

#include "world.h"

static const double gravity = 1, bounce = 0.9;

void step(void)
{
	world.tick++;
	world.speed -= gravity;
	world.height += world.speed;
	if (world.height < 0) {
		world.height = -world.height;
		world.speed = -world.speed * bounce;
	}
	show(world.tick, world.height);
}
