package office

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/journal"
	"haulfront/cmd/haulfront/internal/outbox"
	"haulfront/cmd/haulfront/internal/quote"
)

// DemoSource is the source of invented requests, by which they can be told from genuine ones.
const DemoSource = "Demo"

const (
	// demoNote begins the message of each.
	demoNote = "This request is invented, to try the office."
	// demoTowns is how many ZIP codes they have, which are apart.
	demoTowns = 7
)

// ErrNotEmpty is returned for a journal that has leads.
var ErrNotEmpty = errors.New("the journal has requests; invented ones go into an empty journal alone")

// demoPeople are the invented customers. Their numbers are reserved for fiction, and their addresses lead nowhere.
var demoPeople = []string{
	"Maria Alvarez", "Ben Carter", "Tasha Green", "Victor Nguyen", "Joan Whitfield", "Luis Ortega", "Priya Raman",
	"Dale Hutchins", "Keisha Monroe", "Walt Jensen", "Amy Kowalski", "Omar Haddad", "Sue Ellen Parks", "Ray Delgado",
	"Nina Petrov", "Curtis Bell", "Hannah Lowe", "Miguel Santos", "Grace Kim", "Trent Walker", "Olivia Brooks",
	"Sam Tucker", "Dana Fields", "Eric Lindholm", "Rosa Jimenez", "Paul Abbott", "Wendy Cho", "Jamal Price",
	"Beth Lawson", "Hank Morris",
}

// demoNotes fit every service.
var demoNotes = []string{
	"It’s on the second floor, and there’s an elevator.", "Everything is in the garage, on the left.",
	"The gate is locked. Call when you’re five minutes out.", "I’m home after three. The dog is friendly.",
	"Some of it is heavy, so please send two people.",
}

// demoStages are the stages in turn, from the newest request to the oldest.
var demoStages = []string{New, New, New, Contacted, New, Contacted, Quoted, Contacted, Quoted, Quoted, Booked, Booked,
	Contacted, Booked, Quoted, Booked, Lost, Done, Done, Lost, Done, Quoted, Done, Done, Spam, Done, Lost, Done, Done,
	Done}

// Demo fills an empty journal with thirty invented requests of the last two weeks. Nothing is sent for them.
func (o *Office) Demo(ctx context.Context) (int, error) {
	err := o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		var n int
		err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads`).Scan(&n)
		if err == nil && n > 0 {
			err = ErrNotEmpty
		}
		received := o.Now().Add(-10 * time.Minute)
		for i := 0; i < len(demoPeople) && err == nil; i++ {
			err = o.addDemo(ctx, tx, i, received)
			received = received.Add(-time.Duration(30+40*i) * time.Minute)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("fill the journal: %w", err)
	}
	return len(demoPeople), nil
}

// addDemo adds an invented request, which has its stage since 25 minutes after it was received.
func (o *Office) addDemo(ctx context.Context, tx *sql.Tx, i int, received time.Time) error {
	services, timeframes, zips := o.words().DemoOptions()
	id, err := outbox.Add(ctx, o.Journal, tx, journal.Submission{Page: "/", Key: demoPeople[i], Request: quote.Request{
		Name: demoPeople[i], Source: DemoSource, Message: demoNote + "\n\n" + demoNotes[i%len(demoNotes)],
		Phone: fmt.Sprintf("(214) 555-01%02d", i), Email: fmt.Sprintf("customer%d@example.com", i+1),
		ServiceType: services[i%len(services)], ServiceTimeframe: timeframes[i%len(timeframes)],
		ZIPCode: zips[i%demoTowns*len(zips)/demoTowns],
	}}, received)
	stage := demoStages[i]
	if err != nil || stage == New {
		return err
	}
	slot := o.Now().Truncate(time.Hour).AddDate(0, 0, 1) // where the office's days are shorter than a slot
	if windows := o.words().Windows(o.Now(), SlotLength, offeredDays); len(windows) > 0 {
		slot = windows[i%len(windows)]
	}
	c := change{stage: stage}
	if stage == Quoted || stage == Booked || stage == Done {
		c.low = 150 + 50*(i%9)
		c.high = c.low + 50
	}
	if stage == Quoted || stage == Booked {
		c.slots = []time.Time{slot}
	}
	at := received.Add(25 * time.Minute)
	t := &task{Office: o, now: at, typed: c, event: Event{Actor: DemoSource, Action: actionStage}}
	return o.edit(ctx, tx, id, at, func(r *Record) (Event, error) {
		if t.Record = r; c.low == 0 {
			_ = t.edit()
			return t.event, nil
		}
		t.event.Action = ActionOffer
		t.setTerms()
		if stage == Booked {
			r.Begin, r.Job.Answer = millis(slot), ActionYes
		}
		return t.event, nil
	})
}
