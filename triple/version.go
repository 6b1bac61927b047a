package triple

import (
	"cmp"
	"strconv"
)

// Version is up to three numbers of an operating system or an environment: 10.15.2. Missing ones are 0.
type Version struct{ Major, Minor, Patch uint32 }

// Compare returns -1, 0 or +1 as v is older than w, the same or newer.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// String returns "10.15.2", without trailing zeros: "13", "10.15". The zero Version is "0".
func (v Version) String() string {
	b := strconv.AppendUint(nil, uint64(v.Major), 10)
	if v.Minor != 0 || v.Patch != 0 {
		b = strconv.AppendUint(append(b, '.'), uint64(v.Minor), 10)
	}
	if v.Patch != 0 {
		b = strconv.AppendUint(append(b, '.'), uint64(v.Patch), 10)
	}
	return string(b)
}

// parseVersion reads the numbers at the beginning of s; what follows them is ignored, and a number that does
// not fit 32 bits is the largest.
func parseVersion(s string) Version {
	var n [3]uint32
	i := 0
	for k := range n {
		if i >= len(s) || !isDigit(s[i]) {
			break
		}
		var x uint64
		for ; i < len(s) && isDigit(s[i]); i++ {
			x = min(x*10+uint64(s[i]-'0'), 1<<32-1)
		}
		n[k] = uint32(x)
		if i >= len(s) || s[i] != '.' {
			break
		}
		i++
	}
	return Version{n[0], n[1], n[2]}
}

// OSVersion returns the version in the operating system's word: 10.15.2 for macosx10.15.2.
func (t Triple) OSVersion() Version { return parseVersion(t.OSVersionText()) }

// EnvironmentVersion returns the version in the environment's word: 21 for android21, 19.29 for msvc19.29.
func (t Triple) EnvironmentVersion() Version { return parseVersion(t.EnvironmentVersionText()) }

// OSVersionAtLeast reports whether the operating system's version is v or newer.
func (t Triple) OSVersionAtLeast(v Version) bool { return t.OSVersion().Compare(v) >= 0 }

// MacOSXVersion returns the version of macOS, which darwin counts differently: darwin19 is 10.15, darwin20
// is 11, darwin25 is 26. Without a version it is 10.4. False for other systems and versions that never were.
func (t Triple) MacOSXVersion() (Version, bool) {
	v := t.OSVersion()
	switch {
	case !t.IsMacOSX():
		return Version{}, false
	case v.Major == 0:
		return Version{10, 4, 0}, true
	case t.OS == MacOSX:
		return v, v.Major >= 10
	case v.Major < 4:
		return Version{}, false
	case v.Major < 20:
		return Version{10, v.Major - 4, 0}, true
	case v.Major < 25:
		return Version{v.Major - 9, 0, 0}, true
	case v.Major < 27:
		return Version{v.Major + 1, 0, 0}, true
	}
	return v, true
}
