package office

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// SlotLength is the length of a slot: the crew comes within it.
	SlotLength = 2 * time.Hour
	// slotLayout is how forms and the journal write a slot: its beginning, in the office's time.
	slotLayout = "2006-01-02T15"
	// maxSlots bounds the slots of an offer.
	maxSlots = 30
	// maxPrice is the highest price, in US dollars. A higher one has a slip in it.
	maxPrice = 100_000
)

// Errors of forms.
var (
	ErrPrice = errors.New(`the price must be whole dollars, such as "350" or "350-450"`)
	ErrSlot  = errors.New(`a slot must be a day and an hour, such as "2026-11-24T08"`)
)

// SlotValue returns a slot as forms and the journal write it.
func SlotValue(begin time.Time) string { return begin.Format(slotLayout) }

// ParseSlots returns the beginnings of slots that forms write as repeated values or separated by commas, in the order
// of time and each once. The error wraps ErrSlot.
func ParseSlots(values []string, zone *time.Location) ([]time.Time, error) {
	var slots []time.Time
	for _, value := range strings.FieldsFunc(strings.Join(values, ","), func(r rune) bool { return r == ',' }) {
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		slot, err := time.ParseInLocation(slotLayout, value, zone)
		if err != nil || SlotValue(slot) != value { // an hour that a clock change skips
			return nil, ErrSlot
		}
		slots = append(slots, slot)
	}
	slices.SortFunc(slots, time.Time.Compare)
	slots = slices.CompactFunc(slots, time.Time.Equal)
	if len(slots) > maxSlots {
		return nil, fmt.Errorf("%w; at most %d", ErrSlot, maxSlots)
	}
	return slots, nil
}

// SlotWords returns a slot as people read it, such as "Tue, Nov 24, 8–10am" or "Tue, Nov 24, 10am–12pm".
func SlotWords(begin time.Time) string {
	end, first := begin.Add(SlotLength), "3pm"
	if begin.Format("pm") == end.Format("pm") {
		first = "3"
	}
	return begin.Format("Mon, Jan 2, "+first) + "–" + end.Format("3pm")
}

// priceForm matches a price or a range, with or without "$", commas and cents of zero.
var priceForm = regexp.MustCompile(`^\$?(\d[\d,]*)(?:\.00)?(?:(?:-|–|—|to)\$?(\d[\d,]*)(?:\.00)?)?$`)

// ParsePrice returns the ends of a price range in US dollars, which are the same for a single price. The error is
// ErrPrice.
func ParsePrice(text string) (low, high int, err error) {
	match := priceForm.FindStringSubmatch(strings.Join(strings.Fields(text), ""))
	if match == nil {
		return 0, 0, ErrPrice
	}
	if match[2] == "" {
		match[2] = match[1]
	}
	low, lowErr := strconv.Atoi(strings.ReplaceAll(match[1], ",", ""))
	high, highErr := strconv.Atoi(strings.ReplaceAll(match[2], ",", ""))
	if lowErr != nil || highErr != nil || low < 1 || high < low || high > maxPrice {
		return 0, 0, ErrPrice
	}
	return low, high, nil
}

// PriceWords returns a price as people read it, such as "$350" or "$350–$1,450"; "" for 0.
func PriceWords(low, high int) string {
	switch {
	case low == 0:
		return ""
	case low == high:
		return dollars(low)
	}
	return dollars(low) + "–" + dollars(high)
}

func dollars(n int) string {
	if n < 1000 {
		return "$" + strconv.Itoa(n)
	}
	return fmt.Sprintf("$%d,%03d", n/1000, n%1000)
}
