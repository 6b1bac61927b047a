//go:build !linux

package objfmt

// pages are none here.
type pages struct{}

func (*pages) add(mapped, part []byte, img *ObjectImage, copied bool) {}

func (*pages) giveBack() {}
