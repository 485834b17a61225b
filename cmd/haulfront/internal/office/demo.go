package office

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/content"
)

// DemoSource is the source of invented requests, by which they can be told from genuine ones.
const DemoSource = "Demo"

// demoNote begins the message of each.
const demoNote = "This request is invented, to try the office."

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

var demoNotes = []string{
	"An old sofa, a mattress, and some boxes.", "The whole garage, mostly furniture and paint cans.",
	"Branches from the last storm, about a truck.", "A fridge and a washer, upstairs.", "Leftovers of a remodel.",
}

// demoStages are the stages in turn, from the newest request to the oldest.
var demoStages = []string{New, New, New, Contacted, New, Contacted, Quoted, Contacted, Quoted, Quoted, Booked, Booked,
	Contacted, Booked, Quoted, Booked, Lost, Done, Done, Lost, Done, Quoted, Done, Done, Spam, Done, Lost, Done, Done,
	Done}

// Demo fills an empty journal with thirty invented requests of the last two weeks. Nothing is sent for them.
func (o *Office) Demo(ctx context.Context, words *content.Site) (int, error) {
	services, timeframes, zips := words.DemoOptions()
	now := o.Now()
	windows := words.Windows(now, SlotLength, offeredDays)
	if len(windows) == 0 { // the office's days are shorter than a slot
		windows = []time.Time{now.Truncate(time.Hour).AddDate(0, 0, 1)}
	}
	err := o.Store.Transact(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM leads l WHERE `+lead.NotSelfTest).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return ErrNotEmpty
		}
		received := now.Add(-10 * time.Minute)
		for i, name := range demoPeople {
			d := demoLead{
				name: name, phone: fmt.Sprintf("(214) 555-01%02d", i),
				email:   fmt.Sprintf("customer%d@example.com", i+1),
				service: services[i%len(services)], timeframe: timeframes[i%len(timeframes)], zip: zips[i%len(zips)],
				note: demoNotes[i%len(demoNotes)], stage: demoStages[i], received: received, price: 150 + 50*(i%9),
				slot: windows[i%len(windows)],
			}
			if err := d.insert(ctx, tx); err != nil {
				return err
			}
			received = received.Add(-time.Duration(30+40*i) * time.Minute)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("fill the journal: %w", err)
	}
	return len(demoPeople), nil
}

// A demoLead is an invented request.
type demoLead struct {
	name, phone, email, service, timeframe, zip, note, stage string

	received, slot time.Time
	price          int
}

func (d demoLead) insert(ctx context.Context, tx *sql.Tx) error {
	id, err := uuid.NewV7()
	if err != nil {
		return err
	}
	r := Record{ID: id.String(), Stage: New}
	c := Change{Stage: d.stage, Zone: d.slot.Location()}
	at := d.received.Add(25 * time.Minute)
	if d.stage == Quoted || d.stage == Booked || d.stage == Done {
		c.low, c.high = d.price, d.price+50
		if d.stage != Done {
			c.slots = []string{SlotValue(d.slot)}
		}
	}
	var revision int
	var event Event
	if d.stage != New {
		event, revision = c.apply(&r, at), 1
	}
	if d.stage == Booked {
		r.Slot, r.Job.Answer = millis(d.slot), ActionYes
	}
	job, err := json.Marshal(r.Job)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO leads (id, identity, received_at, page, suspect, extra, name, email,
			phone, zip_code, service_type, service_timeframe, message, source, stage, revision, changed_at, answered_at,
			closed_at, job, slot, price)
		VALUES ($1, $1, $2, '/', '', '{}', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		r.ID, millis(d.received), d.name, d.email, d.phone, d.zip, d.service, d.timeframe, demoNote+"\n\n"+d.note,
		DemoSource, d.stage, revision, millis(at), r.Answered, r.Closed, string(job), r.Slot, r.Price)
	for _, kind := range []string{"webhook", "email"} {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO deliveries (lead_id, kind, status, body)
				VALUES ($1, $2, 'kept', '{}')`, r.ID, kind)
		}
	}
	if err == nil && revision > 0 {
		_, err = tx.ExecContext(ctx, `INSERT INTO events (lead_id, number, at, actor, action, details)
			VALUES ($1, $2, $3, $4, $5, $6)`, r.ID, revision, millis(at), DemoSource, event.Action, event.Details)
	}
	return err
}
