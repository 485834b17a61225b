package office

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"haulfront/content"
)

// TestRenderRows renders lists in which requests of the name Bad cannot be rendered: theirs are replaced, and named.
func TestRenderRows(t *testing.T) {
	cards := func() []Card {
		return []Card{{ID: "1", Name: "Ann"}, {ID: "2", Name: "Bad"}, {ID: "3", Name: "Cy"}}
	}
	for _, list := range []List{NewPage{Known: cards()},
		InboxPage{Columns: []Column{{Cards: cards()[:1]}, {}, {Cards: cards()[1:]}}},
		DayPage{Groups: []JobGroup{{Jobs: []DayJob{{Name: "Ann", Card: cards()[0]},
			{Name: "Bad", Card: cards()[1]}, {Name: "Cy", Card: cards()[2]}}}}}} {
		o := Open(Config{Words: func() *content.Site { return words() }, Log: slog.New(slog.DiscardHandler)})
		page := ""
		render := func() error {
			data, err := json.Marshal(list)
			if page = string(data); strings.Contains(page, "Bad") {
				return errors.Join(err, errors.New("TypeError"))
			}
			return err
		}
		if err := o.RenderRows(list, render); err != nil || len(o.Unshown()) != 1 || o.Unshown()[0] != "2" ||
			!strings.Contains(page, "Ann") || !strings.Contains(page, "Cy") ||
			!strings.Contains(page, "haulfront leads show 2") {
			t.Errorf("%T: %v, unshown are %v; the page is %s", list, err, o.Unshown(), page)
		}
		broken := errors.New("no runtime")
		if err := o.RenderRows(list, func() error { return broken }); !errors.Is(err, broken) || len(o.Unshown()) != 1 {
			t.Errorf("%T: %v, unshown are %v; want the error of the page", list, err, o.Unshown())
		}
	}
}
