// Package load reads YAML files into Go values and Markdown as HTML, and knows nothing of what they say. A [Decoder]
// reports every mistake at its file and line instead of stopping at the first one. It resolves references between
// braces ([References]), and reads files in layers: what an upper one lacks is in the one below it ([NewDecoder]).
// Files are bounded in size, lines and nesting, so that no file takes long to read.
//
// A Decoder is used by one goroutine.
package load
