// Package rgb mixes colors "#rrggbb", and measures their contrast. Colors have been checked: others panic or are black.
package rgb

import (
	"fmt"
	"math"
	"strconv"
)

// channels are the red, green and blue of a color "#rrggbb", from 0 to 255.
func channels(color string) (parts [3]float64) {
	n, _ := strconv.ParseUint(color[1:], 16, 32) // every color has been checked
	for i := range parts {
		parts[i] = float64(n >> (16 - 8*i) & 255)
	}
	return parts
}

// Mix mixes two colors "#rrggbb"; a share of 0 is all a, 1 all b.
func Mix(a, b string, share float64) string {
	from, to := channels(a), channels(b)
	mixed := [3]int{}
	for i := range mixed {
		mixed[i] = int(math.Round(from[i] + (to[i]-from[i])*share))
	}
	return fmt.Sprintf("#%02x%02x%02x", mixed[0], mixed[1], mixed[2])
}

// Contrast is the ratio of the relative luminances of two colors "#rrggbb", from 1 to 21, as WCAG 2.2 defines it
// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
func Contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(color string) float64 {
	sum := 0.0
	for i, c := range channels(color) {
		if c /= 255; c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += []float64{0.2126, 0.7152, 0.0722}[i] * c
	}
	return sum
}
