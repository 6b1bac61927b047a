package host

import "testing"

// TestLoadWindows: functions of the C library, with strings.
func TestLoadWindows(t *testing.T) {
	p, err := Load(t.Context(), Library("msvcrt.dll"))
	if err != nil {
		t.Fatal(err)
	}
	var strrchr func(s string, c int32) string
	var labs func(int32) int32
	var ldexp func(x float64, n int32) float64
	for name, fn := range map[string]any{"strrchr": &strrchr, "labs": &labs, "ldexp": &ldexp} {
		if err := p.Bind(name, fn); err != nil {
			t.Fatal(err)
		}
	}
	if s, n, x := strrchr("a/b/c", '/'), labs(-42), ldexp(0.75, 3); s != "/c" || n != 42 || x != 6 {
		t.Errorf("%q, %d, %v", s, n, x)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
