/* Functions around fork, as glibc's static half registers them: with the object that they are of. */
#include "c.h"

int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));

int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *dso)
{
	return pthread_atfork(prepare, parent, child);
}
