//go:build cgo && linux

#include "copy.h"

int rtdyldx_copy_save(rtdyld_save_options *to, const rtdyld_save_options *from)
{
#define E(field) END(rtdyld_save_options, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(base), E(name));
#undef E
}

int rtdyldx_copy_template(rtdyld_template_options *to, const rtdyld_template_options *from)
{
#define E(field) END(rtdyld_template_options, field)
	COPY(to, from, E(size), E(flags), E(reserved), E(holes), E(hole_count), E(resolver));
#undef E
}
