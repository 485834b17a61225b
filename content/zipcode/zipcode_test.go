package zipcode

import (
	"strings"
	"testing"
)

// TestZIPs reads all ZIP codes.
func TestZIPs(t *testing.T) {
	if n := len(lines()); n != 42_560 {
		t.Errorf("there are %d ZIP codes, want 42,560", n)
	}
	last := ""
	for _, line := range lines() {
		p := read(line)
		isState := !strings.Contains("AA AE AP AS FM GU MH MP PR PW VI", p.State) // forces abroad, territories
		if line[:5] <= last || isState && (p.Latitude < 17 || p.Latitude > 72 || p.Longitude > -64 && p.State != "HI") {
			t.Errorf("%q is no ZIP code with a point, or not in its order", line)
		}
		last = line[:5]
	}
	if _, p, ok := Find("75221"); !ok || p.Town != "Dallas" {
		t.Errorf("the post-office boxes 75221 are in %q, want Dallas", p.Town)
	}
}
