// A library that is bound to the program that opens it.
extern int export_data[3], *export_pointer, export_common, export_label;
int export_func(int), export_weak(void), export_ifunc(void);
int (*const pointer)(int) = export_func;
int plugin(void)
{
	export_data[0] = 100;
	export_common = 1000;
	return export_func(1) + (pointer == export_func) + *export_pointer + export_weak() + export_ifunc() + export_label + export_common;
}
