package office

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/clock"
	"haulfront/content/company"
)

const (
	// SlotLength is the length of a slot: the crew comes within it.
	SlotLength = 2 * time.Hour
	// slotLayout is how forms and the journal write a slot: its beginning, in the office's time, without ":00".
	slotLayout = "2006-01-02T15:04"
	// maxSlots bounds the slots of an offer.
	maxSlots = 30
)

// SlotValue returns a slot as forms and the journal write it.
func SlotValue(begin time.Time) string { return strings.TrimSuffix(begin.Format(slotLayout), ":00") }

// slotHour returns the time of day of a slot as forms write it, "07" or "07:30".
func slotHour(begin time.Time) string { return SlotValue(begin)[len("2006-01-02T"):] }

// ParseSlots returns the beginnings of slots that forms write as repeated values or separated by commas, in the order
// of time and each once. The error wraps ErrSlot.
func ParseSlots(values []string, zone *time.Location) (slots []time.Time, err error) {
	for value := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		clock := value
		if !strings.Contains(clock, ":") {
			clock += ":00"
		}
		slot, err := time.ParseInLocation(slotLayout, clock, zone)
		if err != nil || SlotValue(slot) != value { // an hour that a clock change skips
			return nil, ErrSlot
		}
		slots = append(slots, slot)
	}
	if slots = sortSlots(slots); len(slots) > maxSlots {
		return nil, fmt.Errorf("%w; at most %d", ErrSlot, maxSlots)
	}
	return slots, nil
}

// sortSlots returns slots in the order of time and each once.
func sortSlots(slots []time.Time) []time.Time {
	slices.SortFunc(slots, time.Time.Compare)
	return slices.CompactFunc(slots, time.Time.Equal)
}

// SlotWords returns a slot as people read it, such as "Tue, Nov 24, 8–10am" or "Tue, Nov 24, 10am–12pm".
func (w Words) SlotWords(begin time.Time) string {
	return w.FormatTime(begin, dayLayout) + ", " + w.InZones(w.Zones, slotHours(begin))
}

// slotParts returns the day and the hours of SlotWords, in the first of the zones, whose name the day has.
func (w Words) slotParts(begin time.Time) (day, hours string) {
	zone, name := w.Location(), ""
	if len(w.Zones) > 0 {
		zone, name = w.Zones[0], w.FactWords.Localize(clock.ZoneName(w.Zones[0]))
	}
	return dotted(w.FormatTime(begin, dayLayout), name), slotHours(begin)(zone)
}

// slotHours returns what writes the hours of a slot in a time zone, such as "8–10am".
func slotHours(begin time.Time) func(*time.Location) string {
	return func(zone *time.Location) string {
		at, first := begin.In(zone), "3pm"
		end := at.Add(SlotLength)
		if at.Format("pm") == end.Format("pm") {
			first = "3"
		}
		return clock.Format(at.Format("15:04"), first) + "–" + clock.Format(end.Format("15:04"), "3pm")
	}
}

// slotWords is SlotWords of a slot in milliseconds since 1970; "" of 0.
func (w Words) slotWords(begin int64) string {
	if begin == 0 {
		return ""
	}
	return w.SlotWords(fromMillis(begin))
}

// slots returns slots as forms show them. Those that have begun, or in which no truck is free for r, are taken.
func (o *Office) slots(ctx context.Context, db journal.Queryer, r *Record, begins []time.Time, words Words) (
	[]Slot, error) {
	now, list := millis(o.Now()), []Slot{}
	taken, err := takenHours(ctx, db, r, now)
	for _, begin := range begins {
		value, free := SlotValue(begin), o.words().freeAt(r, begin, taken)
		day, hours := words.slotParts(begin)
		checked := slices.Contains(r.Job.Slots, value)
		if r.Stage == Booked && r.Begin != 0 {
			checked = millis(begin) == r.Begin
		}
		list = append(list, Slot{Value: value, Day: day, Time: hours, Free: free,
			Taken: millis(begin) <= now || free == 0, Checked: checked})
	}
	return list, err
}

// jobSlots returns the beginnings of the offered slots.
func (o *Office) jobSlots(j Job) []time.Time {
	begins, _ := ParseSlots(j.Slots, o.words().Location()) // as the office wrote them
	return begins
}

// rangeMark separates the ends of a price range.
var rangeMark = regexp.MustCompile(`-|–|—|to`)

// ParsePrice returns the ends of a price range in whole US dollars, which are the same for a single price. The error is
// ErrPrice.
func ParsePrice(text string) (low, high int, err error) {
	ends := rangeMark.Split(strings.Join(strings.Fields(text), ""), 2)
	low, lowErr := ParseAmount(ends[0])
	high, highErr := ParseAmount(ends[len(ends)-1])
	if lowErr != nil || highErr != nil || high < low || low%100 != 0 || high%100 != 0 {
		return 0, 0, ErrPrice
	}
	return low / 100, high / 100, nil
}

// amountForm matches an amount, with or without "$", commas and cents.
var amountForm = regexp.MustCompile(`^\$?(\d[\d,]*)(?:\.(\d\d))?$`)

// ParseAmount returns an amount in cents. The error is ErrAmount.
func ParseAmount(text string) (cents int, err error) {
	match := amountForm.FindStringSubmatch(strings.TrimSpace(text))
	if match == nil {
		return 0, ErrAmount
	}
	cents, err = strconv.Atoi(strings.ReplaceAll(match[1], ",", "") + cmp.Or(match[2], "00"))
	if err != nil || cents < 1 || cents > company.MaxPrice*100 {
		return 0, ErrAmount
	}
	return cents, nil
}

// Decimal returns cents in dollars as programs read them, such as "1412.50" or "1412".
func Decimal(cents int) string {
	return strings.TrimSuffix(dollars(cents), ".00")
}

// AmountWords returns cents in dollars as people read them, such as "$1,412.50" or "$1,412"; "" for 0.
func AmountWords(cents int) string {
	if cents == 0 {
		return ""
	}
	return company.Dollars(cents/100) + strings.TrimPrefix(Decimal(cents), strconv.Itoa(cents/100))
}

// PriceWords returns a price as people read it, such as "$350" or "$350–$1,450"; "" for 0.
func PriceWords(low, high int) string {
	switch {
	case low == 0:
		return ""
	case low == high:
		return company.Dollars(low)
	}
	return company.Dollars(low) + "–" + company.Dollars(high)
}
