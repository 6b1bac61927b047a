# IMAGE_REL_AMD64_REL32 and REL32_1 to REL32_5 in RuntimeDyld's layout: each place that refers to what is outside has a stub of its own.
# layout: runtimedyld the default layout has stubs for functions out of reach alone
# TYPE: .text$1 5
# TYPE: .text$2 6
# TYPE: .text$3 7
# TYPE: .text$4 8
# TYPE: .text$5 9
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=ext=0x1122334455667788 \
# RUN:   -map-section=rel32_stub.o,.text=0x200000000 -map-section=rel32_stub.o,.text$1=0x200001000 -map-section=rel32_stub.o,.text$2=0x200002000 -map-section=rel32_stub.o,.text$3=0x200003000 -map-section=rel32_stub.o,.text$4=0x200004000 -map-section=rel32_stub.o,.text$5=0x200005000 -check=%s %o
	.section .text,"xr"
	.byte	0xa5
far0:	.long	ext - .
	.long	0xa5a5a5a5
	.section .text$1,"xr"
	.byte	0xa5
far1:	.long	ext - .
	.long	0xa5a5a5a5
	.section .text$2,"xr"
	.byte	0xa5
far2:	.long	ext - .
	.long	0xa5a5a5a5
	.section .text$3,"xr"
	.byte	0xa5
far3:	.long	ext - .
	.long	0xa5a5a5a5
	.section .text$4,"xr"
	.byte	0xa5
far4:	.long	ext - .
	.long	0xa5a5a5a5
	.section .text$5,"xr"
	.byte	0xa5
far5:	.long	ext - .
	.long	0xa5a5a5a5

# rtdyld-check: *{4}far0 = stub_addr(rel32_stub.o/.text, ext) - far0 - 0
# rtdyld-check: *{4}(far0 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text, ext) + 6) = ext
# rtdyld-check: *{4}far1 = stub_addr(rel32_stub.o/.text$1, ext) - far1 - 1
# rtdyld-check: *{4}(far1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text$1, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text$1, ext) + 6) = ext
# rtdyld-check: *{4}far2 = stub_addr(rel32_stub.o/.text$2, ext) - far2 - 2
# rtdyld-check: *{4}(far2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text$2, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text$2, ext) + 6) = ext
# rtdyld-check: *{4}far3 = stub_addr(rel32_stub.o/.text$3, ext) - far3 - 3
# rtdyld-check: *{4}(far3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text$3, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text$3, ext) + 6) = ext
# rtdyld-check: *{4}far4 = stub_addr(rel32_stub.o/.text$4, ext) - far4 - 4
# rtdyld-check: *{4}(far4 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text$4, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text$4, ext) + 6) = ext
# rtdyld-check: *{4}far5 = stub_addr(rel32_stub.o/.text$5, ext) - far5 - 5
# rtdyld-check: *{4}(far5 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}stub_addr(rel32_stub.o/.text$5, ext) = 0x25ff
# rtdyld-check: *{8}(stub_addr(rel32_stub.o/.text$5, ext) + 6) = ext
