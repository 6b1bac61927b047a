# A variant of ARM, for a watch.
# TRIPLE: armv7k-apple-watchos4
 bx lr
# want: triple armv7k-apple-watchos-macho
# want: flags 0x0
# want: section __TEXT,__text code  align 1 load,exec
