package company

import (
	"math/bits"
	"os"
	"testing"

	"haulfront/content/load"
)

// TestRealZIPs checks the set of all ZIP codes, and that the owner's table is a part of it, with the post-office boxes
// of its towns.
func TestRealZIPs(t *testing.T) {
	n := 0
	for i := range len(realZIPs) {
		n += bits.OnesCount8(realZIPs[i])
	}
	if n != 42560 {
		t.Errorf("there are %d ZIP codes, want 42,560", n)
	}
	zips := loadZIPs(load.NewDecoder(os.DirFS(".."), nil))
	if len(zips) == 0 {
		t.Error("zips.csv is empty")
	}
	for code := range zips {
		if !isRealZIP(code) {
			t.Errorf("%s is in zips.csv and is no ZIP code", code)
		}
	}
	if got := zips["75221"].Town; got != "Dallas" {
		t.Errorf("the post-office boxes 75221 are in %q, want Dallas", got)
	}
}
