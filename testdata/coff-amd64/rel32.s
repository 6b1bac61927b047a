# IMAGE_REL_AMD64_REL32 and REL32_1 to REL32_5: S + A - (P + 4 + N) in 4 bytes, -0x80000000 to 0x7fffffff, N the bytes between the field and
# the end of its instruction. Symbols of the object itself.
# TYPE: .text$1 5
# TYPE: .text$2 6
# TYPE: .text$3 7
# TYPE: .text$4 8
# TYPE: .text$5 9
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -map-section=rel32.o,.text=0x200000000 \
# RUN:   -map-section=rel32.o,.text$1=0x200001000 -map-section=rel32.o,.text$2=0x200002000 -map-section=rel32.o,.text$3=0x200003000 -map-section=rel32.o,.text$4=0x200004000 -map-section=rel32.o,.text$5=0x200005000 \
# RUN:   -map-section=rel32.o,.rdata=0x280000000 -map-section=rel32.o,.data=0x180006000 -check=%s %o
	.globl	upper, lower
	.section .text,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most0:	.long	upper - . + 0x4
	.long	0xa5a5a5a5
least0:	.long	lower - . - 0x5ff3
	.long	0xa5a5a5a5
near0:	.long	least1 - 1 - .
	.long	0xa5a5a5a5
	.section .text$1,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most1:	.long	upper - . + 0x1005
	.long	0xa5a5a5a5
least1:	.long	lower - . - 0x4ff2
	.long	0xa5a5a5a5
near1:	.long	least2 - 1 - .
	.long	0xa5a5a5a5
	.section .text$2,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most2:	.long	upper - . + 0x2006
	.long	0xa5a5a5a5
least2:	.long	lower - . - 0x3ff1
	.long	0xa5a5a5a5
near2:	.long	least3 - 1 - .
	.long	0xa5a5a5a5
	.section .text$3,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most3:	.long	upper - . + 0x3007
	.long	0xa5a5a5a5
least3:	.long	lower - . - 0x2ff0
	.long	0xa5a5a5a5
near3:	.long	least4 - 1 - .
	.long	0xa5a5a5a5
	.section .text$4,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most4:	.long	upper - . + 0x4008
	.long	0xa5a5a5a5
least4:	.long	lower - . - 0x1fef
	.long	0xa5a5a5a5
near4:	.long	least5 - 1 - .
	.long	0xa5a5a5a5
	.section .text$5,"xr"
	.byte	0xa5
	.long	0xa5a5a5a5
most5:	.long	upper - . + 0x5009
	.long	0xa5a5a5a5
least5:	.long	lower - . - 0xfee
	.long	0xa5a5a5a5
near5:	.long	least0 - 1 - .
	.long	0xa5a5a5a5
	.text
call:	callq	fun
load:	leaq	upper+8(%rip), %rax
	.globl	fun
fun:	retq
	.section .rdata,"dr"
upper:	.quad	0
	.data
lower:	.quad	0

# rtdyld-check: *{4}(most0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most0 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least0 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near0 = (least1 - near0 - 1)[31:0]
# rtdyld-check: *{4}(near0 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most1 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least1 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near1 = (least2 - near1 - 2)[31:0]
# rtdyld-check: *{4}(near1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most2 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least2 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near2 = (least3 - near2 - 3)[31:0]
# rtdyld-check: *{4}(near2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most3 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least3 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near3 = (least4 - near3 - 4)[31:0]
# rtdyld-check: *{4}(near3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most4 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most4 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least4 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near4 = (least5 - near4 - 5)[31:0]
# rtdyld-check: *{4}(near4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most5 - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}most5 = 0xa5a5a5a57fffffff
# rtdyld-check: *{8}least5 = 0xa5a5a5a580000000
# rtdyld-check: *{4}near5 = (least0 - near5 - 6)[31:0]
# rtdyld-check: *{4}(near5 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(call, 0) = fun - next_pc(call)
# rtdyld-check: decode_operand(load, 4) = (upper - next_pc(load) + 8)[31:0]
