extern int __dso_handle;
int has_handle(void) { return (int)(__INTPTR_TYPE__)&__dso_handle; }
