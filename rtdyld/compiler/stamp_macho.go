package compiler

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Load commands (mach-o/loader.h).
const (
	lcSegment    = 0x1
	lcSymtab     = 0x2
	lcDysymtab   = 0xb
	lcSegment64  = 0x19
	lcNote       = 0x31
	machoObject  = 1           // MH_OBJECT
	machoDebug   = 0x0200_0000 // S_ATTR_DEBUG: not loaded
	machoSegName = "__RTDYLD"
)

// machoOffsets says where the file offsets in a load command are, 4 bytes each, counted
// from its beginning. What has no row may have some that are not known.
var machoOffsets = map[uint32][]int{
	lcSymtab:    {8, 16},
	lcDysymtab:  {32, 40, 48, 56, 64, 72},
	0x1d:        {8}, // LC_CODE_SIGNATURE and others of linkedit_data_command
	0x1e:        {8},
	0x26:        {8},
	0x29:        {8},
	0x2b:        {8},
	0x2e:        {8},
	0x80000033:  {8},
	0x80000034:  {8},
	lcNote:      {24}, // 8 bytes
	0x1b:        nil,  // LC_UUID
	0x24:        nil,  // LC_VERSION_MIN_...
	0x25:        nil,
	0x2f:        nil,
	0x30:        nil,
	0x2a:        nil, // LC_SOURCE_VERSION
	0x2d:        nil, // LC_LINKER_OPTION
	0x32:        nil, // LC_BUILD_VERSION
	lcSegment:   nil, // both below
	lcSegment64: nil,
}

// machoStamper adds a section header to the segment of a Mach-O object and the contents
// behind those of the segment, which moves what is behind each.
type machoStamper struct {
	b       []byte
	order   binary.ByteOrder
	is64    bool
	head    int // size of the file header
	secSize int // of a section header
	cmdsEnd int // where load commands end

	segment  int    // where the segment command is, 0: nowhere
	sections int    // where its section headers begin
	nsects   int    // how many they are
	ours     int    // the section header of an earlier stamp, 0: none
	dataEnd  uint64 // where the segment's contents end

	newHead, newData int // bytes put in behind the section headers and at dataEnd
}

// isMachO reports whether the bytes begin with a magic number of a thin Mach-O file.
func isMachO(b []byte) bool {
	if len(b) < 28 {
		return false
	}
	m := binary.LittleEndian.Uint32(b)
	return m == 0xfeedface || m == 0xfeedfacf || m == 0xcefaedfe || m == 0xcffaedfe
}

// openMachO reads the load commands.
func openMachO(obj []byte) (*machoStamper, error) {
	m := &machoStamper{b: obj, order: binary.LittleEndian, head: 28, secSize: 68}
	if obj[0] == 0xfe {
		m.order = binary.BigEndian
	}
	if m.is64 = m.order.Uint32(obj)&1 != 0; m.is64 {
		m.head, m.secSize = 32, 80
	}
	if typ := m.u32(12); typ != machoObject {
		return nil, stampUnsupported("Mach-O file of type %d, not an object", typ)
	}
	if err := m.commands(); err != nil {
		return nil, err
	}
	return m, nil
}

// readMachO returns the text of an earlier stamp, nil if there is none.
func readMachO(obj []byte) ([]byte, error) {
	m, err := openMachO(obj)
	if err != nil || m.ours == 0 {
		return nil, err
	}
	text, ok := piece(obj, uint64(m.u32(m.ours+m.pick(40, 48))), m.word(m.ours+m.pick(36, 40)))
	if !ok {
		return nil, stampMalformed(m.ours, StampMachO, "outside of the file")
	}
	return text, nil
}

func stampMachO(obj, text []byte) ([]byte, error) {
	m, err := openMachO(obj)
	if err != nil {
		return nil, err
	}
	if uint64(len(obj))+uint64(len(text))+uint64(m.secSize) > math.MaxUint32 {
		return nil, stampUnsupported("a Mach-O file of %d bytes", len(obj))
	}
	m.newData = (len(text) + 7) &^ 7 // what follows stays aligned
	at := m.sections + m.nsects*m.secSize
	b := append(make([]byte, 0, len(obj)+m.newData+m.secSize), obj[:at]...)
	if m.ours == 0 {
		m.newHead = m.secSize
		b = append(b, make([]byte, m.newHead)...)
	}
	b = append(append(b, obj[at:m.dataEnd]...), text...)
	b = append(b, make([]byte, m.newData-len(text))...)
	m.b = append(b, obj[m.dataEnd:]...)
	m.moveAll(at)
	if m.ours == 0 {
		m.ours = at
		copy(m.b[at:], StampMachO)
		copy(m.b[at+16:], machoSegName)
		m.put32(at+m.pick(56, 64), machoDebug)
		m.put32(m.segment+4, m.u32(m.segment+4)+uint32(m.newHead)) // cmdsize
		m.put32(m.segment+m.pick(48, 64), uint32(m.nsects+1))
		m.put32(20, m.u32(20)+uint32(m.newHead)) // sizeofcmds
	}
	m.contents(len(text))
	return m.b, nil
}

// pick chooses by the width of the file.
func (m *machoStamper) pick(narrow, wide int) int {
	if m.is64 {
		return wide
	}
	return narrow
}

func (m *machoStamper) u32(at int) uint32      { return m.order.Uint32(m.b[at:]) }
func (m *machoStamper) put32(at int, v uint32) { m.order.PutUint32(m.b[at:], v) }
func (m *machoStamper) putWord(at int, v uint64) {
	if m.is64 {
		m.order.PutUint64(m.b[at:], v)
	} else {
		m.order.PutUint32(m.b[at:], uint32(v))
	}
}

func (m *machoStamper) word(at int) uint64 {
	if m.is64 {
		return m.order.Uint64(m.b[at:])
	}
	return uint64(m.order.Uint32(m.b[at:]))
}

// commands walks the load commands and finds the segment.
func (m *machoStamper) commands() error {
	if len(m.b) < m.head || uint64(m.head)+uint64(m.u32(20)) > uint64(len(m.b)) {
		return stampMalformed(20, "file header", "load commands outside of the file")
	}
	m.cmdsEnd = m.head + int(m.u32(20))
	at := m.head
	for range m.u32(16) {
		if m.cmdsEnd-at < 8 || uint64(m.u32(at+4)) > uint64(m.cmdsEnd-at) || m.u32(at+4) < 8 {
			return stampMalformed(at, "load command", "of a wrong size")
		}
		cmd, size := m.u32(at), int(m.u32(at+4))
		offsets, known := machoOffsets[cmd]
		if !known {
			return stampUnsupported("load command %#x", cmd)
		}
		for _, off := range offsets {
			if off+8 > size && (cmd == lcNote || off+4 > size) {
				return stampMalformed(at, "load command", "too short")
			}
		}
		if cmd == uint32(m.pick(lcSegment, lcSegment64)) {
			if err := m.readSegment(at, size); err != nil {
				return err
			}
		} else if cmd == lcSegment || cmd == lcSegment64 {
			return stampMalformed(at, "segment", "of another width than the file")
		}
		at += size
	}
	if m.segment == 0 {
		return stampUnsupported("a Mach-O object without a segment")
	}
	return nil
}

// readSegment notes the segment, of which objects have one.
func (m *machoStamper) readSegment(at, size int) error {
	if m.segment != 0 {
		return stampUnsupported("a Mach-O object of several segments")
	}
	head := m.pick(56, 72)
	if size < head {
		return stampMalformed(at, "segment", "too short")
	}
	n := m.u32(at + m.pick(48, 64))
	if uint64(n)*uint64(m.secSize) != uint64(size-head) {
		return stampMalformed(at, "segment", "its size is not that of its sections")
	}
	m.segment, m.sections, m.nsects = at, at+head, int(n)
	fileoff, filesize := m.word(at+m.pick(32, 40)), m.word(at+m.pick(36, 48))
	if fileoff < uint64(m.cmdsEnd) || fileoff > uint64(len(m.b)) || filesize > uint64(len(m.b))-fileoff {
		return stampMalformed(at, "segment", "outside of the file")
	}
	m.dataEnd = fileoff + filesize
	for i := range m.nsects {
		s := m.b[m.sections+i*m.secSize:]
		if bytes.HasPrefix(s, []byte(StampMachO+"\x00")) && bytes.HasPrefix(s[16:], []byte(machoSegName+"\x00")) {
			m.ours = m.sections + i*m.secSize
		}
	}
	return nil
}

// moveAll moves the file offsets. at is where section headers end.
func (m *machoStamper) moveAll(at int) {
	if v := m.word(m.segment + m.pick(32, 40)); v != 0 { // fileoff
		m.putWord(m.segment+m.pick(32, 40), m.moved(v))
	}
	for i := range m.nsects {
		s := m.sections + i*m.secSize
		m.move(s + m.pick(40, 48)) // offset
		m.move(s + m.pick(48, 56)) // reloff
	}
	for c := m.head; c < m.cmdsEnd+m.newHead; {
		cmd, size := m.u32(c), int(m.u32(c+4))
		for _, off := range machoOffsets[cmd] {
			if cmd == lcNote {
				m.order.PutUint64(m.b[c+off:], m.moved(m.order.Uint64(m.b[c+off:])))
			} else {
				m.move(c + off)
			}
		}
		if c += size; c == at {
			c += m.newHead // of which the command does not know yet
		}
	}
}

// move corrects a file offset; 0 is none.
func (m *machoStamper) move(at int) { m.put32(at, uint32(m.moved(uint64(m.u32(at))))) }

// moved is where a file offset is afterwards.
func (m *machoStamper) moved(v uint64) uint64 {
	w := v
	if v >= uint64(m.cmdsEnd) {
		w += uint64(m.newHead)
	}
	if v >= m.dataEnd {
		w += uint64(m.newData)
	}
	return w
}

// contents says in the headers that our section has n bytes, the last of the segment.
func (m *machoStamper) contents(n int) {
	vmsize, filesize := m.segment+m.pick(28, 32), m.segment+m.pick(36, 48)
	m.putWord(m.ours+32, m.word(m.segment+24)+m.word(vmsize))
	m.putWord(m.ours+m.pick(36, 40), uint64(n))
	m.put32(m.ours+m.pick(40, 48), uint32(m.dataEnd)+uint32(m.newHead))
	m.putWord(vmsize, m.word(vmsize)+uint64(m.newData))
	m.putWord(filesize, m.word(filesize)+uint64(m.newData))
}
