#include "divide.c"

int main(void) { return share(0); }
