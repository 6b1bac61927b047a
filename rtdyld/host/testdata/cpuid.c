// What the fragment of OpenSSL's x86_64cpuid.o calls.
#include "note.h"

void OPENSSL_cpuid_setup(void)
{
	note("cpuid asks for leaf 0");
}
