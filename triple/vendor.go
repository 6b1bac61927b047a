package triple

// Vendor is who makes the system. The zero value is a vendor that the table does not know, "unknown"
// included.
type Vendor uint8

// Vendors, as LLVM's VendorType.
const (
	UnknownVendor Vendor = iota
	Apple
	PC
	SCEI // Sony, also spelled sie
	Freescale
	IBM
	ImaginationTechnologies
	MipsTechnologies
	NVIDIA
	CSR
	AMD
	Mesa
	SUSE
	OpenEmbedded
	Intel
	Meta

	vendorEnd // one past the last
)

// vendorTable has the word of each Vendor.
var vendorTable = [vendorEnd]string{
	UnknownVendor: "unknown", Apple: "apple", PC: "pc", SCEI: "scei", Freescale: "fsl", IBM: "ibm",
	ImaginationTechnologies: "img", MipsTechnologies: "mti", NVIDIA: "nvidia", CSR: "csr", AMD: "amd",
	Mesa: "mesa", SUSE: "suse", OpenEmbedded: "oe", Intel: "intel", Meta: "meta",
}

// String returns the vendor's word in a triple: "apple", "pc", "unknown".
func (v Vendor) String() string {
	if v >= vendorEnd {
		v = UnknownVendor
	}
	return vendorTable[v]
}

// parseVendor returns the vendor that w names in full.
func parseVendor(w string) Vendor {
	if w == "sie" {
		return SCEI
	}
	for v := Apple; v < vendorEnd; v++ {
		if vendorTable[v] == w {
			return v
		}
	}
	return UnknownVendor
}
