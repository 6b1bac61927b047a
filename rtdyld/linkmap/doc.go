// Package linkmap describes a link: where everything went, why it is there, and what refers to what. [Document] is the map that
// rtdyld link -json prints; [WriteHTML] makes one file of it that a browser shows without server or network.
//
// Law: it describes objects that are loaded and changes nothing of them; it knows no instruction and no operating system. Names are hostile
// text: none of them can end an element of the page, or become a part of its script or style.
package linkmap
