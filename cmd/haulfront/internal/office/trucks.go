package office

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strconv"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/content/clock"
)

const (
	// bookingLock is the lock under which trucks are booked: on PostgreSQL, two bookings could otherwise each wait for
	// an hour of the other.
	bookingLock = int64(0x736c6f74) // "slot"
	// jobHours is the length of a job for which the office gave none, maxHours that of the longest, in hours.
	jobHours = int(SlotLength / time.Hour)
	maxHours = 12
	maxDays  = 5
)

// truckHour is an hour of a truck, by its beginning in milliseconds since 1970.
type truckHour struct{ truck, at int64 }

// takenHours returns the hours from a time on that jobs have, with the one that has begun by then: true for those of
// jobs other than r.
func takenHours(ctx context.Context, db journal.Queryer, r *Record, from int64) (map[truckHour]bool, error) {
	taken := map[truckHour]bool{}
	_, err := journal.QueryAll(ctx, db, func(row journal.Row) (h truckHour, err error) {
		var id string
		err = row.Scan(&h.truck, &h.at, &id)
		taken[h] = id != r.ID
		return h, err
	}, `SELECT truck, at, lead_id FROM truck_hours WHERE at > $1`, from-time.Hour.Milliseconds())
	return taken, err
}

// trucks returns the numbers of the trucks, from 1.
func (w Words) trucks() (numbers []int) {
	for n := range max(1, len(w.Business.Trucks)) {
		numbers = append(numbers, n+1)
	}
	return numbers
}

// truckName returns the name of a truck; "" for none, or where there is one only.
func (w Words) truckName(number int) string {
	names := w.Business.Trucks
	switch {
	case number == 0, number == 1 && len(names) < 2:
		return ""
	case number > len(names): // it was sold
		return "#" + strconv.Itoa(number)
	}
	return names[number-1]
}

// isOut reports whether a truck is out of service at a time.
func (w Words) isOut(number int, at time.Time) bool {
	days := w.Business.OutOfService[w.truckName(number)]
	return slices.Contains(days, at.In(w.Location()).Format(time.DateOnly))
}

// free returns the trucks that are free for a visit, the one that it has first. A truck out of service is free for the
// hours that the visit's job has of it already, so that somebody can decide about them.
func (w Words) free(v Visit, taken map[truckHour]bool) []int {
	numbers := slices.DeleteFunc(w.trucks(), func(n int) bool {
		return slices.ContainsFunc(v.hours(), func(at int64) bool {
			isTaken, isBooked := taken[truckHour{int64(n), at}]
			return isTaken || !isBooked && w.isOut(n, fromMillis(at))
		})
	})
	if i := slices.Index(numbers, v.TruckNumber); i > 0 {
		numbers[0], numbers[i] = numbers[i], numbers[0]
	}
	return numbers
}

// occupy gives the planned visits of a request their hours of a truck, and takes those that it had. The error is
// ErrTaken if no truck is free.
func (o *Office) occupy(ctx context.Context, tx *sql.Tx, r *Record) error {
	visits := slices.DeleteFunc(r.upcoming(), func(v Visit) bool { return v.Begin == 0 || !o.words().takesTruck(v) })
	const release = `DELETE FROM truck_hours WHERE lead_id = $1`
	if len(visits) == 0 {
		_, err := tx.ExecContext(ctx, release, r.ID)
		return err
	}
	if err := o.Journal.Lock(ctx, tx, bookingLock); err != nil {
		return err
	}
	taken, err := takenHours(ctx, tx, r, visits[0].Begin)
	if err == nil {
		_, err = tx.ExecContext(ctx, release, r.ID)
	}
	if err != nil {
		return err
	}
	for _, v := range visits {
		free := o.words().free(v, taken)
		if len(free) == 0 {
			return ErrTaken
		}
		v.TruckNumber = free[0]
		r.keep(v)
		for _, at := range v.hours() {
			taken[truckHour{int64(v.TruckNumber), at}] = true
			if _, err = tx.ExecContext(ctx, `INSERT INTO truck_hours (truck, at, lead_id) VALUES ($1, $2, $3)`,
				v.TruckNumber, at, r.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// maySetTruck allows another truck for a visit that is planned.
func (t *task) maySetTruck() error {
	if t.State != Planned {
		return ErrNothing
	}
	return nil
}

// setTruck gives a job to the truck of the form. The error is ErrTruck if that has another job then.
func (t *task) setTruck() error {
	number, _ := strconv.Atoi(t.form.Get("truck"))
	if err := t.Journal.Lock(t.ctx, t.tx, bookingLock); err != nil {
		return err
	}
	taken, err := takenHours(t.ctx, t.tx, t.Record, t.Begin)
	if err != nil {
		return err
	}
	if !slices.Contains(t.words().free(t.Visit, taken), number) {
		return ErrTruck
	}
	t.TruckNumber, t.event.Details = number, t.words().truckName(number)
	t.keep(t.Visit)
	return nil
}

// truckTabs returns the trucks between which a booked job can change, none where there is one only.
func (w Words) truckTabs(r *Record) []Tab {
	numbers, tabs := w.trucks(), []Tab{}
	for _, n := range numbers {
		if len(numbers) > 1 && r.Stage == Booked && r.Begin != 0 {
			tabs = append(tabs, Tab{w.truckName(n), strconv.Itoa(n), n == r.TruckNumber})
		}
	}
	return tabs
}

// choices returns what a job can be, how long, and when it can begin, also at the hours of its visits.
func (w Words) choices(now time.Time, visits ...Visit) (c Choices) {
	labels := &w.Office().Request
	for _, kind := range []string{Pickup, Estimate} {
		c.Kinds = append(c.Kinds, Choice{labels.Kinds[kind], kind})
	}
	for n := 1; n <= maxDays; n++ {
		c.Days = append(c.Days, Choice{Counted(labels.Day, labels.DayMany, n), strconv.Itoa(n)})
	}
	c.Every = append([]Choice{{labels.Once, ""}}, w.everyChoices()...)
	c.Lengths = append(c.Lengths, Choice{labels.UsualLength, ""})
	for n := jobHours; n <= maxHours; n += jobHours {
		c.Lengths = append(c.Lengths, Choice{Counted(labels.Hours, labels.Hours, n), strconv.Itoa(n)})
	}
	tomorrow := clock.On(now.In(w.Location()), "24:00")
	begins := w.Windows(tomorrow, SlotLength, 1)
	for _, v := range visits {
		begins = append(begins, fromMillis(v.Begin).In(w.Location()))
	}
	for _, begin := range begins {
		_, words := w.slotParts(begin)
		c.Times = append(c.Times, Choice{words, slotHour(begin)})
	}
	slices.SortFunc(c.Times, func(a, b Choice) int { return cmp.Compare(a.Value, b.Value) })
	c.Times = slices.Compact(c.Times)
	return c
}
