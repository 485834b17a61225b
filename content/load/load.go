// Package load reads YAML files into Go values and Markdown as HTML, and knows nothing of what they say. A [Decoder]
// reports every mistake at its file and line instead of stopping at the first one. It resolves references between
// braces ([References]), and reads files in layers: what an upper one lacks is in the one below it ([NewDecoder]).
// Files are bounded in size, lines and nesting, so that no file takes long to read.
//
// A Decoder is used by one goroutine.
package load

import "slices"

// Nearest returns the n of the names that differ least from a misspelled one, the nearest first.
func Nearest(misspelled string, names []string, n int) []string {
	sorted := slices.SortedStableFunc(slices.Values(names), func(a, b string) int {
		return Distance(misspelled, a) - Distance(misspelled, b)
	})
	return sorted[:min(n, len(sorted))]
}

// Distance is the Levenshtein distance of two texts, in bytes.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitution := diagonal
			if a[i] != b[j] {
				substitution++
			}
			diagonal, row[j+1] = row[j+1], min(substitution, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
