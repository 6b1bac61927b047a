// More of them, in another object of the program.
#define OBJECT two
#include "fragment.h"
