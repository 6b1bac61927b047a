package elf

// GNUHash is the hash function of DT_GNU_HASH, by which shared objects find names. It may be called concurrently.
func GNUHash(name string) uint32 {
	h := uint32(5381)
	for i := range len(name) {
		h = h*33 + uint32(name[i])
	}
	return h
}
