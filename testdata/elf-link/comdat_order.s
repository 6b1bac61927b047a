# A section outside group "f" that describes a section of it (SHF_LINK_ORDER), as tables of patchable places do.
	.section	.text.f,"axG",@progbits,f,comdat
	.weak	f
f:
	ret
	.section	.meta,"ao",@progbits,.text.f
	.quad	f
