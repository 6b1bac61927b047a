// References to versions of a name.
int lib_versioned(int);
int lib_old(int);
int lib_new(int);
__asm__(".symver lib_old, lib_versioned@LIB_1");
__asm__(".symver lib_new, lib_versioned@LIB_2");
int call_default(int x) { return lib_versioned(x); }
int call_old(int x) { return lib_old(x); }
int call_new(int x) { return lib_new(x); }
