package linkmap

// Detail is what a map does not have: who refers to whom, values of relocations, code. [Collect] makes it.
type Detail struct{}
