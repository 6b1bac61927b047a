# TRIPLE: mips64el-linux-gnuabi64
# R_MIPS_16: S + A in 2 bytes, here the section's last ones, too, -0x8000 to 0x7fff.
# llvm: no it has no such type
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -dummy-extern=low=0xffffffffffff8010 -dummy-extern=high=0x7ff0 -map-section=half_64.o,.data=0x7000 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -dummy-extern=low=0xffffffffffff8010 -dummy-extern=high=0x7ff1 -map-section=half_64.o,.data=0x7000 %o
# ERR: .data+0x6: R_MIPS_16 to high: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -dummy-extern=low=0xffffffffffff800f -dummy-extern=high=0x7ff0 -map-section=half_64.o,.data=0x7000 %o
# ERR: .data+0x2: R_MIPS_16 to low: -0x8001 does not fit signed 16
	.globl	low, high
	.data
	.2byte	0xa5a5
least:	.2byte	low - 0x10
	.2byte	0xa5a5
most:	.2byte	high + 0xf
	.2byte	0xa5a5
here:	.2byte	here + 3

# rtdyld-check: *{4}(least - 2) = 0x8000a5a5
# rtdyld-check: *{4}(most - 2) = 0x7fffa5a5
# rtdyld-check: *{4}(here - 2) = 0x700da5a5
