# IMAGE_REL_I386_REL16: S + A - (P + 2) in 2 bytes, signed.
# TYPE: .half 2
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=up=0x20008003 -dummy-extern=down=0x1fff8017 -dummy-extern=mid=0x20000008 -map-section=rel16.o,.half=0x20000000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=up=0x20008004 -dummy-extern=down=0x1fff8017 -dummy-extern=mid=0x20000008 -map-section=rel16.o,.half=0x20000000 %o
# ERR: .half+0x5: IMAGE_REL_I386_REL16 to up: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=up=0x20008003 -dummy-extern=down=0x1fff8016 -dummy-extern=mid=0x20000008 -map-section=rel16.o,.half=0x20000000 %o
# ERR: .half+0x9: IMAGE_REL_I386_REL16 to down: -0x8001 does not fit signed 16
	.globl	up, down, mid
	.section .half,"dw"
	.byte	0xa5
	.long	0xa5a5a5a5
most:	.long	up + 0xa5a50003
least:	.long	down + 0xa5a5fff4
carry:	.long	mid + 0xa5a50008
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}most = 0xa5a57fff
# rtdyld-check: *{4}least = 0xa5a58000
# rtdyld-check: *{4}carry = 0xa5a50001
# rtdyld-check: *{4}(carry + 4) = 0xa5a5a5a5
