package objfmt

import "context"

// Parser parses an image's buffer once more.
type Parser interface {
	// Parse makes an image with the records of the one that has the parser, of the same bytes, and takes over the caller's
	// ownership of buf. On an error buf stays the caller's.
	Parse(ctx context.Context, buf *ObjectBuffer) (*ObjectImage, error)
}

// SetParser says how to parse the image's buffer once more, so that who keeps the image for long may do without its records meanwhile. It is
// for parsers; a copy of the image has none.
func (img *ObjectImage) SetParser(p Parser) { img.parser, img.parsed = p, img }

// Parser is what SetParser was given, nil for none.
func (img *ObjectImage) Parser() Parser {
	if img.parsed != img {
		return nil
	}
	return img.parser
}
