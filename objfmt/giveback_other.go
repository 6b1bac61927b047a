//go:build !linux

package objfmt

func giveBack(mapped, part []byte, img *ObjectImage, copied bool) {}
