package interrupt

import "github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"

// likeOthers has signals do what they do in a program that says nothing of them.
func likeOthers() { confine.DefaultActions() }
