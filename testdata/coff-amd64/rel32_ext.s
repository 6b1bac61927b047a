# IMAGE_REL_AMD64_REL32 and REL32_1 to REL32_5 to what is outside, reached directly or not at all.
# layout: default LLVM's RuntimeDyld has a stub for each
# TYPE: .text$1 5
# TYPE: .text$2 6
# TYPE: .text$3 7
# TYPE: .text$4 8
# TYPE: .text$5 9
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   -check=%s %o
# One more and one less for each:
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000005 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text+0x5: IMAGE_REL_AMD64_REL32 to up0: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000c \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text+0xd: IMAGE_REL_AMD64_REL32 to down0: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001006 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$1+0x5: IMAGE_REL_AMD64_REL32_1 to up1: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100d \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$1+0xd: IMAGE_REL_AMD64_REL32_1 to down1: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002007 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$2+0x5: IMAGE_REL_AMD64_REL32_2 to up2: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200e \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$2+0xd: IMAGE_REL_AMD64_REL32_2 to down2: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003008 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$3+0x5: IMAGE_REL_AMD64_REL32_3 to up3: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x18000300f \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$3+0xd: IMAGE_REL_AMD64_REL32_3 to down3: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004009 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$4+0x5: IMAGE_REL_AMD64_REL32_4 to up4: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004010 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$4+0xd: IMAGE_REL_AMD64_REL32_4 to down4: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x28000500a -dummy-extern=down5=0x180005012 \
# RUN:   %o
# ERR: .text$5+0x5: IMAGE_REL_AMD64_REL32_5 to up5: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32_ext.o,.text=0x200000000 \
# RUN:   -map-section=rel32_ext.o,.text$1=0x200001000 -map-section=rel32_ext.o,.text$2=0x200002000 -map-section=rel32_ext.o,.text$3=0x200003000 -map-section=rel32_ext.o,.text$4=0x200004000 -map-section=rel32_ext.o,.text$5=0x200005000 \
# RUN:   -dummy-extern=up0=0x280000004 -dummy-extern=down0=0x18000000d \
# RUN:   -dummy-extern=up1=0x280001005 -dummy-extern=down1=0x18000100e \
# RUN:   -dummy-extern=up2=0x280002006 -dummy-extern=down2=0x18000200f \
# RUN:   -dummy-extern=up3=0x280003007 -dummy-extern=down3=0x180003010 \
# RUN:   -dummy-extern=up4=0x280004008 -dummy-extern=down4=0x180004011 \
# RUN:   -dummy-extern=up5=0x280005009 -dummy-extern=down5=0x180005011 \
# RUN:   %o
# ERR: .text$5+0xd: IMAGE_REL_AMD64_REL32_5 to down5: -0x80000001 does not fit signed 32
	.section .text,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most0:	.long	up0 - .
	.long	0xa5a5a5a5
least0:	.long	down0 - .
	.long	0xa5a5a5a5
	.section .text$1,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most1:	.long	up1 - .
	.long	0xa5a5a5a5
least1:	.long	down1 - .
	.long	0xa5a5a5a5
	.section .text$2,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most2:	.long	up2 - .
	.long	0xa5a5a5a5
least2:	.long	down2 - .
	.long	0xa5a5a5a5
	.section .text$3,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most3:	.long	up3 - .
	.long	0xa5a5a5a5
least3:	.long	down3 - .
	.long	0xa5a5a5a5
	.section .text$4,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most4:	.long	up4 - .
	.long	0xa5a5a5a5
least4:	.long	down4 - .
	.long	0xa5a5a5a5
	.section .text$5,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most5:	.long	up5 - .
	.long	0xa5a5a5a5
least5:	.long	down5 - .
	.long	0xa5a5a5a5

# rtdyld-check: *{8}most0 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least0 = 0xa5a5a5a580000000
# rtdyld-check: *{8}most1 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least1 = 0xa5a5a5a580000000
# rtdyld-check: *{8}most2 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least2 = 0xa5a5a5a580000000
# rtdyld-check: *{8}most3 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least3 = 0xa5a5a5a580000000
# rtdyld-check: *{8}most4 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least4 = 0xa5a5a5a580000000
# rtdyld-check: *{8}most5 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least5 = 0xa5a5a5a580000000
