package symtab

// Stale returns a function that counts the slots that are not free in the memory that a table has now.
func Stale(t *Table) func() int {
	m := t.memory
	return func() (n int) {
		for i := range m.slots {
			if m.slots[i].Load() != 0 {
				n++
			}
		}
		return n
	}
}
