/*
 * A collector of Intel's JIT Profiling API, as VTune has one: it notes what it is told, a line an event, at collector_text. With
 * COLLECTOR_IDLE in the environment it says that nothing is profiled.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct method_load { /* iJIT_Method_Load of jitprofiling.h */
	unsigned id;
	char *name;
	void *address;
	unsigned size, line_count;
	void *lines;
	unsigned class_id;
	char *class_file, *source_file;
	void *user_data;
	unsigned user_size;
	int environment;
};

char collector_text[1 << 16];

unsigned Initialize(void) { return getenv("COLLECTOR_IDLE") ? 0 : 1; /* iJIT_SAMPLING_ON */ }

unsigned NotifyEvent(unsigned event, void *data)
{
	struct method_load *m = data;
	size_t at = strlen(collector_text);
	if (event == 13)
		snprintf(collector_text + at, sizeof collector_text - at, "load %u %s %p %u %d\n", m->id, m->name, m->address, m->size, m->environment);
	else
		snprintf(collector_text + at, sizeof collector_text - at, "event %u %u\n", event, *(unsigned *)data);
	return 1;
}
