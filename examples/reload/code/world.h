// What the parts of the program agree on. It must stay as it is while the program runs.

struct world {
	long long tick;
	double height, speed;
};

extern struct world world; // in world.c, which is not replaced

void show(long long tick, double height); // of the Go program
