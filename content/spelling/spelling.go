// Package spelling finds the names that somebody may have meant. It knows nothing of what they name.
package spelling

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
