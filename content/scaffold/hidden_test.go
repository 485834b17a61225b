package scaffold

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// A line under also may differ from that of the town's page in its place alone, and not in what would be lost.
func TestHidden(t *testing.T) {
	for also, want := range map[string]string{
		"name: Vail, lat: 1, lon: 2.5, slug: a-town, anchor: middle": "",
		"name: Vail, drive: far":                                     "",
		"name: Corona, drive: near":                                  "", // it has no page
		"name: Rita Ranch":                                           "",
		"name: Vail, short: V":                                       `Vail has short: V|`,
		"name: Vail, drive: near":                                    `Vail has drive: near|far`,
		`name: Vail, state: "Utah"`:                                  `Vail has state: Utah|`,
		"name: Vail, towns: [A, B]":                                  `Vail has towns: [A, B]|`,
		"name: Rita Ranch, drive: near":                              `Rita Ranch has drive: near|`,
	} {
		files := fstest.MapFS{"locations.yaml": {Data: []byte("cities:\n  - { slug: vail, name: Vail, drive: far }\n" +
			"  - slug: tucson\n    name: Tucson\n    towns: [Tucson, Rita Ranch]\nalso:\n  - { " + also + " }\n")}}
		name, value, _ := strings.Cut(want, "|")
		line := map[bool]int{true: 2, false: 3}[strings.HasPrefix(want, "Vail")]
		if want != "" {
			want = fmt.Sprintf("locations.yaml:7: %s under also, and %q in line %d under cities, which alone counts "+
				"once its page is no draft; wanted ", name, value, line)
		}
		got := strings.TrimPrefix(fmt.Sprint(Hidden(files)), "<nil>")
		if (want == "") != (got == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", also, got, want)
		}
	}
}
