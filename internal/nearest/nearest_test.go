package nearest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// plainDistance is the number of letters to insert, remove, replace or swap with their neighbour to make b of a.
func plainDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i][j-1], rows[i-1][j])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
			}
		}
	}
	return rows[len(a)][len(b)]
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"run", "run", 0}, {"prinft", "printf", 1}, {"ab", "ba", 1}, {"abc", "ca", 3}} {
		if got := plainDistance(tt.a, tt.b); got != tt.want || plainDistance(tt.b, tt.a) != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	near := map[bool]int{}
	for range 100_000 {
		a := make([]byte, 2+rng.IntN(30))
		for i := range a {
			a[i] = 'a' + byte(rng.IntN(4))
		}
		b := edited(rng, a)
		s := New(string(a))
		for _, most := range []int{s.least - 1, rng.IntN(mostWrong + 1)} {
			if d := len(a) - len(b); max(d, -d) > most {
				continue // Add sees that
			}
			got, want := s.distance(string(b), most), plainDistance(string(a), string(b))
			if want <= most && got != want || want > most && got <= most {
				t.Fatalf("%q, %q, at most %d: %d, want %d", a, b, most, got, want)
			}
			if want < s.others(string(b)) {
				t.Fatalf("%q, %q: %d others, %d apart", a, b, s.others(string(b)), want)
			}
			near[want <= most]++
		}
	}
	if min(near[true], near[false]) < 10_000 {
		t.Errorf("%d are near, %d are not", near[true], near[false])
	}
}

// edited changes some letters of a word.
func edited(rng *rand.Rand, word []byte) []byte {
	b := slices.Clone(word)
	for range rng.IntN(8) {
		i := rng.IntN(len(b) + 1)
		switch k := rng.IntN(4); {
		case k == 0:
			b = slices.Insert(b, i, 'a'+byte(rng.IntN(4)))
		case i+1 >= len(b):
		case k == 1:
			b = slices.Delete(b, i, i+1)
		case k == 2:
			b[i] = 'a' + byte(rng.IntN(4))
		default:
			b[i], b[i+1] = b[i+1], b[i]
		}
	}
	return b
}

func TestOf(t *testing.T) {
	words := []string{"run", "link", "dump", "triple", "isolated", "printf", "sprintf"}
	for word, want := range map[string]string{
		"rnu": "run", "rum": "run", "lnik": "link", "links": "link", "isolate": "isolated", "Isolated": "isolated", "prinft": "printf", "printf": "printf",
		"frobnicate": "", "x": "", "": "", strings.Repeat("x", 10000): "",
	} {
		if got := Of(word, words...); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// BenchmarkAdd shows one name of C++ those of others.
func BenchmarkAdd(b *testing.B) {
	words := make([]string, 1000)
	for i := range words {
		words[i] = fmt.Sprintf("_ZN4llvm%d%sclass%x9methodForEjRKNS_6StringE", i%7+20, strings.Repeat("Pass", i%7), i*i)
	}
	b.ReportAllocs()
	for b.Loop() {
		s := New("_ZN4llvm24PassPassPassPassclassffe9methodForEiRKNS_6StringE")
		for _, w := range words {
			s.Add(w)
		}
	}
}
