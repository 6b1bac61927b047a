/* Numbers of devices in a dev_t, which glibc's headers make and take apart by functions: 8 and 12 bits of the minor
   number around 12 of the major one, whose other 20 are above. */
#include "c.h"

unsigned gnu_dev_major(unsigned long dev) { return (unsigned)(dev >> 8 & 0xfff) | (unsigned)(dev >> 32 & 0xfffff000); }
unsigned gnu_dev_minor(unsigned long dev) { return (unsigned)(dev & 0xff) | (unsigned)(dev >> 12 & 0xffffff00); }
unsigned long gnu_dev_makedev(unsigned major, unsigned minor)
{
	return (major & 0xfffUL) << 8 | (major & 0xfffff000UL) << 32 | (minor & 0xffUL) | (minor & 0xffffff00UL) << 12;
}
