package testkit

import (
	"flag"
	"slices"
)

var whole = flag.Bool("whole", false, "go through all pages, widths and combinations, instead of one of each kind")

// Sweep returns what a test goes through: with the flag -whole, which make acceptance sets, all of it, and otherwise
// the first one of each kind.
func Sweep[V any, K comparable](all []V, kind func(V) K) []V {
	if *whole {
		return all
	}
	seen := map[K]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(v V) bool {
		again := seen[kind(v)]
		seen[kind(v)] = true
		return again
	})
}
