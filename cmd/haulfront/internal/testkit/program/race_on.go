//go:build race

package program

// race says that these tests run with the race detector.
const race = true
