package command

import (
	"haulfront/cmd/haulfront/internal/lead"
)

// touchColumns are where a lead came from: in one line each in show, in a column for each field in the CSV, where spreadsheets
// group by them.
func touchColumns() []column {
	var list []column
	for _, touch := range []struct {
		name string
		of   func(*lead.Attribution) lead.Touch
	}{
		{"firstTouch", func(a *lead.Attribution) lead.Touch { return a.First }},
		{"lastTouch", func(a *lead.Attribution) lead.Touch { return a.Last }},
	} {
		value := func(read func(lead.Touch) string) func(lead.Lead) string {
			return func(l lead.Lead) string {
				if l.Extra.Attribution == nil {
					return ""
				}
				return read(touch.of(l.Extra.Attribution))
			}
		}
		list = append(list, column{name: touch.name, value: value(lead.Touch.String), csvValue: value(lead.Touch.Origin)})
		for _, f := range lead.TouchFields() {
			list = append(list, column{name: touch.name + "." + f.Name, value: value(f.Value), csvOnly: true})
		}
	}
	return list
}

// origin is what a lead's visitor last came from; empty where that is unknown.
func origin(l lead.Lead) string {
	if l.Extra.Attribution == nil {
		return ""
	}
	return l.Extra.Attribution.Last.Origin()
}
