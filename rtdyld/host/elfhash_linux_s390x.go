package host

// hashWord is a word of DT_HASH, which is wide on this machine (s390x ELF ABI, "Hash Table").
type hashWord = uint64

const hashBytes = 8
