package load

import (
	"testing"
)

func TestResolve(t *testing.T) {
	refs := References{Used: map[string]bool{}, Shown: map[string]string{}, Texts: map[string]string{
		"response": "within 1 hour", "phone": "(214) 555-0142", "price.sofa": "from $99",
		"sentence.reply": "we answer {response}"}}
	for _, test := range []struct{ written, want string }{
		{"no reference", "no reference"},
		{"{Response}, or call {phone}.", "Within 1 hour, or call (214) 555-0142."},
		{"{Price.sofa} and {price.sofa}", "From $99 and from $99"},
		{"{Sentence.reply}.", "We answer within 1 hour."},
	} {
		var ds Diagnostics
		if got := refs.resolve(&ds, Position{}, test.written); got != test.want || ds.Err() != nil {
			t.Errorf("resolve(%q) = %q, %v, want %q", test.written, got, ds.Err(), test.want)
		}
	}
	refs.Names, refs.Texts["short_name"] = []string{"short_name"}, "Heart River"
	for written, named := range map[string]bool{
		"Call Heart River.": true, "Heart River hauls": true, "along the Heart River": false, "Heart River Park": false,
		"The Heart River is near Heart River": true,
	} {
		var ds Diagnostics
		if refs.resolve(&ds, Position{}, written); (ds.Err() != nil) != named {
			t.Errorf("%q: %v, want the company's name %t", written, ds.Err(), named)
		}
	}
}
