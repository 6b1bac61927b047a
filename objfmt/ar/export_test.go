package ar

import "context"

// LookupHash is lookupHash.
func (a *Archive) LookupHash(symbol string, hash uint32) (Member, bool, error) {
	return a.lookupHash(context.Background(), symbol, hash)
}
