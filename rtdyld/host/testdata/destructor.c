// A destructor, which runs when the object goes or, if it is still there then, in exit.
#include "note.h"

__attribute__((destructor)) static void gone(void) { note("destructor"); }
