package triple

// letters finds the rows of a table by the first letter of their words: a list a letter, linked by row
// number. Row 0 is the unknown one and ends each list.
type letters struct {
	head [26]uint8
	next [160]uint8
}

// chain makes the lists for a table of n rows. Rows without a word are in none.
func chain(n int, word func(i int) string) (l letters) {
	for i := n - 1; i > 0; i-- {
		if w := word(i); w != "" {
			c := w[0] - 'a'
			l.next[i], l.head[c] = l.head[c], uint8(i)
		}
	}
	return l
}

// first returns the first row whose word begins with c, 0 if there is none.
func (l *letters) first(c byte) uint8 {
	if c -= 'a'; c < 26 {
		return l.head[c]
	}
	return 0
}
