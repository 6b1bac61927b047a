extern int __dso_handle;
int has_handle(void) { return (int)(unsigned long)&__dso_handle; }
