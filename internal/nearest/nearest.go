// Package nearest finds the word that somebody may have meant.
//
// Law: it knows words, not what they are for.
package nearest

// Distance is the number of letters to insert, remove, replace or swap with their
// neighbour to make b of a.
func Distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, above, row := rows[0], rows[1], rows[2]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			cost := above[j]
			if a[i] != b[j] {
				cost = 1 + min(cost, row[j], above[j+1])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, 1+before[j-1])
			}
			row[j+1] = cost
		}
	}
	return row[len(b)]
}

// Search keeps the nearest of the words that it is shown.
type Search struct {
	word  string
	best  string
	least int // more than the distance of best
}

// longest is more than the length of any word that somebody types, in bytes: what is longer is not
// compared, since the time grows with the square.
const longest = 256

// New looks for what word was to be. A word counts as near if a quarter of the letters
// at most are wrong, or one.
func New(word string) *Search {
	s := &Search{word: word}
	if len(word) > 1 && len(word) <= longest {
		s.least = 1 + max(1, len(word)/4)
	}
	return s
}

// Add shows a word. The first of several that are as near counts. It is not kept unless
// it is the nearest so far.
func (s *Search) Add(word string) {
	if d := len(word) - len(s.word); word == "" || d >= s.least || -d >= s.least {
		return
	}
	if d := Distance(s.word, word); d < s.least {
		s.best, s.least = word, d
	}
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
