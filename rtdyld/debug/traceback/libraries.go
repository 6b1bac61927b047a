package traceback

// section is call frame information: what an image's PT_GNU_EH_FRAME leads to, or a section
// by itself, which ends with a zero word.
type section struct {
	lo, hi uintptr // the code that it may be about
	header uintptr // .eh_frame_hdr, 0: none
	frames uintptr // .eh_frame, where there is no header
}
