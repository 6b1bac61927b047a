package ppc

import "github.com/go-rtdyld/rtdyld/internal/bin"

// ifuncThunk is what an indirect function's first call goes through, with the address of its two words in r11. It
// keeps all registers that can carry arguments: r2 is what the caller's stub has saved, or free. The
// resolver gets two arguments that say nothing about the processor, so that one that goes by them chooses code
// that runs everywhere. Two threads may come here at once: both store the same word.
var ifuncThunk = [...]uint32{
	0x7c0802a6, // mflr 0
	0xf8010010, // std 0, 16(1)
	0xf821fe71, // stdu 1, -400(1)
	0xf9610020, // std 11, 32(1)
	0xf8610028, // std 3, 40(1)
	0xf8810030, // std 4, 48(1)
	0xf8a10038, // std 5, 56(1)
	0xf8c10040, // std 6, 64(1)
	0xf8e10048, // std 7, 72(1)
	0xf9010050, // std 8, 80(1)
	0xf9210058, // std 9, 88(1)
	0xf9410060, // std 10, 96(1)
	0xd8210068, // stfd 1, 104(1)
	0xd8410070, // stfd 2, 112(1)
	0xd8610078, // stfd 3, 120(1)
	0xd8810080, // stfd 4, 128(1)
	0xd8a10088, // stfd 5, 136(1)
	0xd8c10090, // stfd 6, 144(1)
	0xd8e10098, // stfd 7, 152(1)
	0xd90100a0, // stfd 8, 160(1)
	0xd92100a8, // stfd 9, 168(1)
	0xd94100b0, // stfd 10, 176(1)
	0xd96100b8, // stfd 11, 184(1)
	0xd98100c0, // stfd 12, 192(1)
	0xd9a100c8, // stfd 13, 200(1)
	0x380000d0, // li 0, 208
	0x7c4101ce, // stvx 2, 1, 0
	0x380000e0, // li 0, 224
	0x7c6101ce, // stvx 3, 1, 0
	0x380000f0, // li 0, 240
	0x7c8101ce, // stvx 4, 1, 0
	0x38000100, // li 0, 256
	0x7ca101ce, // stvx 5, 1, 0
	0x38000110, // li 0, 272
	0x7cc101ce, // stvx 6, 1, 0
	0x38000120, // li 0, 288
	0x7ce101ce, // stvx 7, 1, 0
	0x38000130, // li 0, 304
	0x7d0101ce, // stvx 8, 1, 0
	0x38000140, // li 0, 320
	0x7d2101ce, // stvx 9, 1, 0
	0x38000150, // li 0, 336
	0x7d4101ce, // stvx 10, 1, 0
	0x38000160, // li 0, 352
	0x7d6101ce, // stvx 11, 1, 0
	0x38000170, // li 0, 368
	0x7d8101ce, // stvx 12, 1, 0
	0x38000180, // li 0, 384
	0x7da101ce, // stvx 13, 1, 0
	0x38600000, // li 3, 0
	0x38800000, // li 4, 0
	0xe98b0008, // ld 12, 8(11)
	0x7d8903a6, // mtctr 12
	0x4e800421, // bctrl
	0xe9610020, // ld 11, 32(1)
	0xf86b0000, // std 3, 0(11)
	0x7c6c1b78, // mr 12, 3
	0xe8610028, // ld 3, 40(1)
	0xe8810030, // ld 4, 48(1)
	0xe8a10038, // ld 5, 56(1)
	0xe8c10040, // ld 6, 64(1)
	0xe8e10048, // ld 7, 72(1)
	0xe9010050, // ld 8, 80(1)
	0xe9210058, // ld 9, 88(1)
	0xe9410060, // ld 10, 96(1)
	0xc8210068, // lfd 1, 104(1)
	0xc8410070, // lfd 2, 112(1)
	0xc8610078, // lfd 3, 120(1)
	0xc8810080, // lfd 4, 128(1)
	0xc8a10088, // lfd 5, 136(1)
	0xc8c10090, // lfd 6, 144(1)
	0xc8e10098, // lfd 7, 152(1)
	0xc90100a0, // lfd 8, 160(1)
	0xc92100a8, // lfd 9, 168(1)
	0xc94100b0, // lfd 10, 176(1)
	0xc96100b8, // lfd 11, 184(1)
	0xc98100c0, // lfd 12, 192(1)
	0xc9a100c8, // lfd 13, 200(1)
	0x380000d0, // li 0, 208
	0x7c4100ce, // lvx 2, 1, 0
	0x380000e0, // li 0, 224
	0x7c6100ce, // lvx 3, 1, 0
	0x380000f0, // li 0, 240
	0x7c8100ce, // lvx 4, 1, 0
	0x38000100, // li 0, 256
	0x7ca100ce, // lvx 5, 1, 0
	0x38000110, // li 0, 272
	0x7cc100ce, // lvx 6, 1, 0
	0x38000120, // li 0, 288
	0x7ce100ce, // lvx 7, 1, 0
	0x38000130, // li 0, 304
	0x7d0100ce, // lvx 8, 1, 0
	0x38000140, // li 0, 320
	0x7d2100ce, // lvx 9, 1, 0
	0x38000150, // li 0, 336
	0x7d4100ce, // lvx 10, 1, 0
	0x38000160, // li 0, 352
	0x7d6100ce, // lvx 11, 1, 0
	0x38000170, // li 0, 368
	0x7d8100ce, // lvx 12, 1, 0
	0x38000180, // li 0, 384
	0x7da100ce, // lvx 13, 1, 0
	0x38210190, // addi 1, 1, 400
	0xe8010010, // ld 0, 16(1)
	0x7c0803a6, // mtlr 0
	0x7d8903a6, // mtctr 12
	0x4e800420, // bctr
	0x7fe00008, // trap
}

// writeIFunc writes the thunk or, for who comes with its address in r12,
//
//	addis r11, r12, (data - addr)@ha
//	addi  r11, r11, (data - addr)@l
//	ld    r12, 0(r11)
//	mtctr r12
//	bctr
func writeIFunc(dst []byte, o bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, o, ifuncThunk[:]...)
		return true
	}
	d := data - addr
	put(dst, o, addisR11|uint32((d+0x8000)>>16)&0xffff, addiR11|uint32(d)&0xffff, ldR12R11, mtctrR12, bctr, trap, trap, trap)
	return int64(d) >= -1<<31-0x8000 && int64(d) < 1<<31-0x8000
}
