package office

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/content/company"
)

func chicago(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestParsePrice(t *testing.T) {
	for text, want := range map[string]string{
		"350": "$350", " $350 ": "$350", "350-450": "$350–$450", "$350 – $1,450": "$350–$1,450",
		"350 to 450": "$350–$450",
		"1,250.00":   "$1,250", "350-350": "$350", "100000": "$100,000",
		"": "", "0": "", "-350": "", "450-350": "", "350.50": "", "100001": "", "ten": "", "350-": "",
		"9999999999999999999": "",
	} {
		low, high, err := ParsePrice(text)
		if got := PriceWords(low, high); got != want || (err != nil) != (want == "") {
			t.Errorf("ParsePrice(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseSlots(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-24T10, 2026-11-24T08,2026-11-24T08": "Tue, Nov 24, 8–10am; Tue, Nov 24, 10am–12pm",
		"2026-11-24T12": "Tue, Nov 24, 12–2pm", "": "", "2026-11-24T16;": "!", "2026-11-24": "!",
		"2026-13-24T08": "!", "2026-11-24T08:3": "!", "2026-11-24T08:00": "!",
		"2026-11-24T10:30,2026-11-24T08:30":  "Tue, Nov 24, 8:30–10:30am; Tue, Nov 24, 10:30am–12:30pm",
		"2026-03-08T02":                      "!", // skipped by a clock change
		strings.Repeat("2026-11-24T08,", 40): "Tue, Nov 24, 8–10am",
	} {
		slots, err := ParseSlots(strings.Split(text, "|"), chicago(t))
		var list []string
		for _, slot := range slots {
			list = append(list, Words{Site: words()}.SlotWords(slot))
		}
		if got := strings.Join(list, "; "); (errors.Is(err, ErrSlot)) != (want == "!") || (err == nil && got != want) {
			t.Errorf("ParseSlots(%q) = %s, %v, want %s", text, got, err, want)
		}
	}
}

// Offered slots are two hours within the office's hours, on days with jobs: not on a holiday, and not in the past.
func TestWindows(t *testing.T) {
	at := time.Date(2026, 11, 25, 13, 30, 0, 0, chicago(t)) // the day before Thanksgiving
	var got []string
	for _, slot := range words().Windows(at, SlotLength, 3) {
		got = append(got, Words{Site: words()}.SlotWords(slot))
	}
	want := []string{"Wed, Nov 25, 3–5pm", "Wed, Nov 25, 5–7pm",
		"Fri, Nov 27, 7–9am", "Fri, Nov 27, 9–11am", "Fri, Nov 27, 11am–1pm", "Fri, Nov 27, 1–3pm",
		"Fri, Nov 27, 3–5pm", "Fri, Nov 27, 5–7pm",
		"Sat, Nov 28, 7–9am", "Sat, Nov 28, 9–11am", "Sat, Nov 28, 11am–1pm", "Sat, Nov 28, 1–3pm",
		"Sat, Nov 28, 3–5pm", "Sat, Nov 28, 5–7pm"}
	if !slices.Equal(got, want) {
		t.Errorf("Windows() = %q, want %q", got, want)
	}
}

func FuzzPrice(f *testing.F) {
	f.Add("$350–$450")
	f.Add("1,250.00 to 2000")
	f.Fuzz(func(t *testing.T, text string) {
		low, high, err := ParsePrice(text)
		if err != nil {
			return
		}
		if again, _, err := ParsePrice(PriceWords(low, high)); again != low || err != nil || high < low ||
			high > company.MaxPrice {
			t.Errorf("ParsePrice(%q) = %d, %d; parsed again %d, %v", text, low, high, again, err)
		}
	})
}

func FuzzSlots(f *testing.F) {
	zone := chicago(f)
	f.Add("2026-11-24T08,2026-11-24T10")
	f.Fuzz(func(t *testing.T, text string) {
		slots, err := ParseSlots([]string{text}, zone)
		for _, slot := range slots {
			again, err := ParseSlots([]string{SlotValue(slot)}, zone)
			if err != nil || len(again) != 1 || (Words{Site: words()}).SlotWords(slot) == "" {
				t.Errorf("ParseSlots(%q) = %v, parsed again %v, %v", text, slots, again, err)
			}
		}
		if err != nil && slots != nil {
			t.Error("slots with an error")
		}
	})
}
