// Package nearest finds the word that somebody may have meant.
//
// Law: it knows words, not what they are for.
package nearest

// Search keeps the nearest of the words that it is shown: the one with the least letters to insert, remove, replace or
// swap with their neighbour.
type Search struct {
	word  string
	best  string
	least int         // more than the distance of best
	count [256]uint16 // of each letter of word
	rows  [3][]int    // memory of distance
}

const (
	// longest is more than the length of any word that somebody types, in bytes: what is longer is not
	// compared, since the time grows with the square.
	longest = 256
	// mostWrong is of how many letters at most a word is another one: names that compilers make of a namespace's have more in common.
	mostWrong = 8
)

// New looks for what word was to be. A word counts as near if a quarter of the letters
// at most are wrong, and no more than 8, or one.
func New(word string) *Search {
	s := &Search{word: word}
	if len(word) > 1 && len(word) <= longest {
		s.least = 1 + min(max(1, len(word)/4), mostWrong)
		for i := range len(word) {
			s.count[word[i]]++
		}
	}
	return s
}

// Add shows a word. The first of several that are as near counts. It is not kept unless
// it is the nearest so far.
func (s *Search) Add(word string) {
	if d := len(word) - len(s.word); word == "" || d >= s.least || -d >= s.least || s.others(word) >= s.least {
		return
	}
	if d := s.distance(word, s.least-1); d < s.least {
		s.best, s.least = word, d
	}
}

// others is how many letters of a word the other one has not. Its distance is no less.
func (s *Search) others(word string) (n int) {
	left := s.count
	for i := range len(word) {
		if c := &left[word[i]]; *c > 0 {
			*c--
		} else {
			n++
		}
	}
	return n
}

// distance is that of a word whose length is no further away than most, or more than most if it is more.
func (s *Search) distance(word string, most int) int {
	a, b := s.word, word
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	for i := range s.rows {
		if len(s.rows[i]) <= len(b) {
			s.rows[i] = make([]int, longest+mostWrong+1)
		}
	}
	before, above, row := s.rows[0], s.rows[1], s.rows[2]
	for j := range len(b) + 1 {
		row[j] = j
	}
	// Of row i the letters i-most to i+most of b matter: others are further away than that.
	lowest := 0
	for i := range len(a) {
		before, above, row = above, row, before
		lo, hi := max(0, i-most), min(len(b), i+most+1)
		if row[lo] = most + 1; lo == 0 {
			row[0] = i + 1
		}
		last := lowest
		lowest = row[lo]
		for j := lo; j < hi; j++ {
			cost := above[j]
			if a[i] != b[j] {
				cost = 1 + min(cost, row[j], above[j+1])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, 1+before[j-1])
			}
			row[j+1] = cost
			lowest = min(lowest, cost)
		}
		if hi < len(b) {
			row[hi+1] = most + 1
		}
		if lowest > most && last >= most { // a swap counts from the row before the last
			return most + 1
		}
	}
	return row[len(b)]
}

// Best is the nearest of the words, "" if none is near.
func (s *Search) Best() string { return s.best }

// Of is the nearest of words to word, "" if none is near.
func Of(word string, words ...string) string {
	s := New(word)
	for _, w := range words {
		s.Add(w)
	}
	return s.Best()
}
