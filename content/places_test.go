package content

import (
	"strings"
	"testing"
)

// TestRegion compares what copy calls the area: as business.yaml says, or else by the first town.
func TestRegion(t *testing.T) {
	for want, s := range map[string]*Site{
		"Dallas–Fort Worth, DFW, Texas, Dallas": site(t), "Dallas, Dallas, local, Dallas": sample(t),
	} {
		texts := s.References().Texts
		got := strings.Join([]string{texts["region"], texts["short_region"], texts["state"], texts["town"]}, ", ")
		if got != want {
			t.Errorf("the area is called %s, want %s", got, want)
		}
	}
}
