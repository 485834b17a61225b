package clock

import (
	"fmt"
	"testing"
)

// TestTimes reads times, hours and weekdays as people write them.
func TestTimes(t *testing.T) {
	for text, want := range map[string]string{"noon": "12:00", "3pm": "15:00", "3:30pm": "15:30", "12am": "00:00",
		"7:05": "07:05", "8": "08:00", "25": "", "later": ""} {
		if got := Time(text); got != want {
			t.Errorf("Time(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"8-5": "08:00-17:00", "8-12": "08:00-12:00", "12 – 5": "12:00-17:00",
		"9am-2:30pm": "09:00-14:30", "7:00-19:00": "07:00-19:00", "9-4:30": "09:00-16:30", "7pm-7am": "", "8": "",
		"": "", "17:00-16:00": "", "noon-5": "12:00-17:00", "7-7": "07:00-19:00", "noon-12am": ""} {
		if got := Span(text); got != want {
			t.Errorf("Span(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a las 1pm": "a la 1pm", "las 1:30am, hora": "la 1:30am, hora",
		"a las 11pm": "a las 11pm", "a las 10am": "a las 10am", "Dallas 1pm": "Dallas 1pm",
		"Plano y Irving": "Plano e Irving", "sofás y hilo": "sofás e hilo", "sofás y hielo": "sofás y hielo",
		"Allen y Iowa Park": "Allen y Iowa Park", "Hay Irving": "Hay Irving"} {
		if got := Spanish(text); got != want {
			t.Errorf("Spanish(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Mon-Sat 8-5": "map[Friday:08:00-17:00 Monday:08:00-17:00 Saturday:08:00-17:00 Thursday:08:00-17:00 " +
			"Tuesday:08:00-17:00 Wednesday:08:00-17:00]",
		"monday: 9am–noon,SAT – Sunday 08:00-12:30, Sun Closed": "" +
			"map[Monday:09:00-12:00 Saturday:08:00-12:30 Sunday:closed]",
		"Mon-Sat": "map[]", "8-5": "map[]", "Mon-Sat 8-5, 9": "map[]", "Mun-Sat 8-5": "map[]", "closed": "map[]",
		"Mon-Oct 8-5": "map[]",
	} {
		if got := fmt.Sprint(Week(text)); got != want {
			t.Errorf("Week(%q) = %s, want %s", text, got, want)
		}
	}
}
