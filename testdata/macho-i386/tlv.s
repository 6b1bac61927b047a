# GENERIC_RELOC_TLV: G + A in 4 bytes, and G + A - (P + 4) where code counts from itself, modulo 1<<32; G a slot with the address of the
# thread-local's descriptor.
# layout: default RuntimeDyld has no slots for i386
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_t1=0x12345678 -dummy-extern=_t2=0x23456789 -dummy-extern=_t3=0x3456789a -dummy-extern=_t4=0x456789ab \
# RUN:   -map-section=tlv.o,__text=0x1000 -map-section=tlv.o,.got=0xffff0000 -check=%s %o
	.text
	.byte	0xa5
_load:	movl	_t1@TLVP, %eax
	call	L0
L0:	popl	%eax
_pic:	movl	_t2@TLVP-L0(%eax), %ecx
	.long	0xa5a5a5a5
_over:	.long	_t3@TLVP-L0+0x7fff0000
	.long	0xa5a5a5a5
	.data
	.long	0xa5a5a5a5
_far:	.long	_t4@TLVP

# rtdyld-check: *{4}(got_addr(tlv.o/__text, _t1)) = _t1
# rtdyld-check: *{4}(got_addr(tlv.o/__text, _t2)) = _t2
# rtdyld-check: *{4}(got_addr(tlv.o/__text, _t3)) = _t3
# rtdyld-check: *{4}(got_addr(tlv.o/__text, _t4)) = _t4
# rtdyld-check: *{1}(_load - 1) = 0xa5
# rtdyld-check: *{4}(_load + 1) = got_addr(tlv.o/__text, _t1)
# rtdyld-check: *{4}(_pic + 2) = got_addr(tlv.o/__text, _t2) - _pic + 1
# rtdyld-check: *{4}(_pic + 6) = 0xa5a5a5a5
# rtdyld-check: *{4}_over = (got_addr(tlv.o/__text, _t3) - _pic + 0x7fff0001)[31:0]
# rtdyld-check: *{4}(_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_far = got_addr(tlv.o/__text, _t4)
# rtdyld-check: *{4}(_far - 4) = 0xa5a5a5a5
