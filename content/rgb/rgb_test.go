package rgb

import (
	"math"
	"testing"
)

// The contrasts are those of https://webaim.org/resources/contrastchecker/.
func TestContrast(t *testing.T) {
	for pair, want := range map[[2]string]float64{
		{"#000000", "#ffffff"}: 21, {"#ffffff", "#000000"}: 21, {"#777777", "#ffffff"}: 4.48,
		{"#0a0a0a", "#000000"}: 1.06,
	} {
		if got := Contrast(pair[0], pair[1]); math.Abs(got-want) > 0.005 {
			t.Errorf("Contrast(%q) = %.3f, want %.2f", pair, got, want)
		}
	}
	if got := Mix("#102030", "#ffffff", 0.5); got != "#889098" {
		t.Errorf("half of white in #102030 is %s", got)
	}
}
