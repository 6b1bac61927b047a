// Package compiler is what compilers, object caches and the engine that uses them know
// of each other: sources, signatures and keys.
//
// Law: this package compiles nothing and keeps nothing; compilers are in folders below,
// caches in package engine/cache.
package compiler

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Source is what a compiler makes an object of.
type Source struct {
	Name   string        // of the module, for messages and the object's name
	Triple triple.Triple // of the object, its format included; zero: the compiler's default
	Text   []byte        // the source; must not change while it is compiled
	Path   string        // the file that Text was read from, "": none; messages have it as it is
	Time   time.Time     // when that was written; zero: not known
}

// Compiler makes objects of sources. Its methods may be called concurrently.
type Compiler interface {
	// Compile makes a relocatable object. The buffer is the caller's, to be closed. An error
	// says what is wrong with the source, with line and column where the compiler tells;
	// a cancelled ctx ends the work and gives ctx's cause.
	Compile(ctx context.Context, src Source) (*objfmt.ObjectBuffer, error)
	// Defines lists the names that the object of a source will define, as its symbol table
	// spells them, without compiling it; false if that is not cheap to know.
	Defines(ctx context.Context, src Source) (names []string, ok bool, err error)
	// Signature says all that the object depends on.
	Signature(src Source) Signature
}

// Splitter cuts sources into parts that are compiled apart, when they are needed. Its methods may
// be called concurrently.
type Splitter interface {
	// Split says which parts a source has; what is not asked of a part is not done. All parts
	// together, compiled and linked, do what the source does. One that cannot be cut is one part.
	// An error says what is wrong with the source.
	Split(ctx context.Context, src Source) ([]Part, error)
}

// Part is a part of a source.
type Part struct {
	Name string // of the part's source
	// Defines are the names that the part's object will define for others, the source's
	// other parts among them. nil: that is not known, and the part is the whole source.
	Defines []Definition
	// Source makes the part's source: the same each time. It may be called concurrently.
	Source func(ctx context.Context) (Source, error)
}

// Definition is a name that an object will define.
type Definition struct {
	Name     string // as the symbol table spells it
	Function bool   // it is code to be called, and no indirect function
	Weak     bool   // another definition may take its place
}

// Signature is all that an object depends on: signatures with equal keys stand for equal objects.
type Signature struct {
	Source   [sha256.Size]byte // hash of the text; zero if it is not known, and Time counts in its place
	Name     string            // of the source
	Path     string            // in full, of the file that the source was read from; "": none, or not known
	Time     time.Time         // when that file was written; zero: not known
	Compiler string            // its name
	Version  string            // its whole version
	Flags    []string          // in their order
	Env      []string          // the part of the environment that counts, "NAME=value"
	Triple   string            // with the object format
}

// Key names an object in a cache: the SHA-256 of a signature.
type Key [sha256.Size]byte

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Key hashes the signature. Every field counts, and its end, but for two that only tell: Path,
// of which an object knows what Flags and Source have of it, and Time where Source is known. So a
// file that is written anew without a change, or moved, has the same objects. No two
// signatures that differ in another way have the same encoding.
func (s *Signature) Key() Key {
	h := sha256.New()
	put(h, "rtdyld object 2")
	put(h, string(s.Source[:]))
	put(h, s.Name)
	when := ""
	if !s.Time.IsZero() && s.Source == [sha256.Size]byte{} {
		when = s.Time.UTC().Format(time.RFC3339Nano)
	}
	put(h, when)
	put(h, s.Compiler)
	put(h, s.Version)
	list(h, s.Flags)
	list(h, s.Env)
	put(h, s.Triple)
	return Key(h.Sum(nil))
}

// put hashes a string behind its length.
func put(h hash.Hash, s string) {
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(s))))
	h.Write([]byte(s))
}

func list(h hash.Hash, ss []string) {
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(ss))))
	for _, s := range ss {
		put(h, s)
	}
}

// Entry is what a cache is asked for, and offered: Key is the name of the object in the cache, the
// rest tells of what it is.
type Entry struct {
	Key       Key       // hash of Signature
	Name      string    // of the source
	Module    string    // name of the engine's module that it is for, "": for none
	Signature Signature // all that the object depends on
}

// NewEntry returns the entry of a signature, for no module.
func NewEntry(s Signature) Entry { return Entry{Key: s.Key(), Name: s.Name, Signature: s} }

// Check returns an error, which matches [ErrSignature], if an object tells by its stamp that it was
// made from something else than the entry's signature, or if the stamp is damaged. An object without a
// stamp tells nothing, and is taken.
func (e *Entry) Check(obj []byte) error {
	s, ok, err := ReadStamp(obj)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", e.Name, err)
	case ok && s.Key() != e.Key:
		return fmt.Errorf("%s: %w: the object has the stamp of %s, key %v", e.Name, ErrSignature, s.Name, s.Key())
	}
	return nil
}

// ObjectCache keeps objects by key. Its methods may be called concurrently. An error
// costs its user no more than compiling: it is reported and the object compiled.
//
// Objects that an engine offers have stamps, see [Stamp]; a cache can tell by [Entry.Check]
// whether what it has is what was put.
type ObjectCache interface {
	// Get returns the object of an entry; false if there is none, or what is there is not
	// what was put. The buffer is the caller's, to be closed.
	Get(ctx context.Context, e Entry) (*objfmt.ObjectBuffer, bool, error)
	// Put offers an object. obj stays the caller's and must not be kept; the cache may
	// keep a copy, or nothing.
	Put(ctx context.Context, e Entry, obj *objfmt.ObjectBuffer) error
}
