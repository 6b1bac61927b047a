package objfile_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestMembers: members that share memory are what they are alone, whatever was refused between them, and stay so when others are parsed, and closed.
func TestMembers(t *testing.T) {
	var list []objgen.ArMember
	for i, data := range files(t) {
		list = append(list, objgen.ArMember{Name: fmt.Sprintf("m%d.o", i), Data: data}, objgen.ArMember{Name: "text", Data: []byte("text")})
	}
	a, err := ar.Parse("a.a", (&objgen.Ar{Members: list, NoIndex: true}).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var members objfile.Members
	var imgs, alone []*objfmt.ObjectImage
	for range 3 {
		for m, err := range a.Members() {
			if err != nil {
				t.Fatal(err)
			}
			img, err := members.Parse(t.Context(), m)
			other, otherErr := objfile.ParseMember(m)
			if (err == nil) != (otherErr == nil) || err != nil && !errors.Is(err, objfmt.ErrUnknownFormat) {
				t.Fatalf("%v: %v, alone %v", m, err, otherErr)
			}
			if err != nil {
				continue
			}
			if len(imgs)%5 == 4 {
				img.Close()
				img = other
			}
			imgs, alone = append(imgs, img), append(alone, other)
		}
	}
	if len(imgs) < 100 {
		t.Errorf("%d images are too few", len(imgs))
	}
	for i, img := range imgs {
		if what := same(img, alone[i]); what != "" {
			t.Errorf("image %d: %s differs", i, what)
		}
		if img != alone[i] {
			img.Close()
		}
		alone[i].Close()
	}
}
