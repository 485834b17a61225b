package office

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/testkit"
)

// demoPeople are the invented customers. Their numbers are reserved for fiction, and their addresses lead nowhere.
var demoPeople = []string{
	"Maria Alvarez", "Ben Carter", "Tasha Green", "Victor Nguyen", "Joan Whitfield", "Luis Ortega", "Priya Raman",
	"Dale Hutchins", "Keisha Monroe", "Walt Jensen", "Amy Kowalski", "Omar Haddad", "Sue Ellen Parks", "Ray Delgado",
	"Nina Petrov", "Curtis Bell", "Hannah Lowe", "Miguel Santos", "Grace Kim", "Trent Walker", "Olivia Brooks",
	"Sam Tucker", "Dana Fields", "Eric Lindholm", "Rosa Jimenez", "Paul Abbott", "Wendy Cho", "Jamal Price",
	"Beth Lawson", "Hank Morris",
}

// demoStages are the stages in turn, from the newest request to the oldest.
var demoStages = []string{New, New, New, Contacted, New, Contacted, Quoted, Contacted, Quoted, Quoted, Booked, Booked,
	Contacted, Booked, Quoted, Booked, Lost, Done, Done, Lost, Done, Quoted, Done, Done, Spam, Done, Lost, Done, Done,
	Done}

// addDemo fills a journal with thirty requests of the last two weeks.
func addDemo(t *testing.T, o *Office) {
	t.Helper()
	testkit.Must(t, o.Journal.Transact(t.Context(), func(tx *sql.Tx) error {
		received := o.Now().Add(-10 * time.Minute)
		for i := range demoPeople {
			if err := o.addDemo(t.Context(), tx, i, received); err != nil {
				return err
			}
			received = received.Add(-time.Duration(30+40*i) * time.Minute)
		}
		return nil
	}))
}

// addDemo adds an invented request, which has its stage since 25 minutes after it was received.
func (o *Office) addDemo(ctx context.Context, tx *sql.Tx, i int, received time.Time) error {
	services, timeframes := o.words().Quote().ServiceTypes, o.words().Quote().ServiceTimeframes
	l, _, err := o.Journal.Store(ctx, tx, quote.Post{Key: demoPeople[i], Request: quote.Request{
		Name: demoPeople[i], Source: "Demo", ZIPCode: "75024", Phone: fmt.Sprintf("(214) 555-01%02d", i),
		ServiceType: services[i%len(services)], ServiceTimeframe: timeframes[i%len(timeframes)], Page: "/",
	}}, received)
	stage := demoStages[i]
	if err != nil || stage == New {
		return err
	}
	windows := o.words().Windows(o.Now(), SlotLength, offeredDays)
	slot, c := windows[i%len(windows)], change{stage: stage}
	if stage == Quoted || stage == Booked || stage == Done {
		c.low = 150 + 50*(i%9)
		c.high = c.low + 50
	}
	if stage == Quoted || stage == Booked {
		c.slots = []time.Time{slot}
	}
	at := received.Add(25 * time.Minute)
	t := &task{Office: o, ctx: ctx, tx: tx, now: at, typed: c, event: Event{Actor: "demo", Action: actionStage}}
	return t.store(l.ID, func() error {
		if c.low == 0 {
			return t.edit()
		}
		t.event.Action = ActionOffer
		err := t.setTerms()
		if stage == Booked {
			t.setTime(millis(slot))
			t.Job.Answer = ActionYes
		}
		return err
	})
}
