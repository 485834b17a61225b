package command

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/server/config"
)

// LeadsReplayCmd is haulfront leads replay.
type LeadsReplayCmd struct {
	IDs    []string `arg:"" optional:"" name:"id" help:"IDs of leads, or unique prefixes of them."`
	Dead   bool     `help:"All dead deliveries."`
	Unsure bool     `help:"All emails that may or may not have been sent; some may arrive twice."`
	Again  bool     `help:"With IDs: even if the webhook already has the lead, under the same ID."`
}

// Run replays leads. A running server sends them within about a second.
func (c *LeadsReplayCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if (c.Dead || c.Unsure) == (len(c.IDs) > 0) {
		return errors.New("give IDs of leads, or --dead or --unsure for all such deliveries")
	}
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		var statuses []outbox.Status
		if c.Dead {
			statuses = append(statuses, outbox.Dead)
		}
		if c.Unsure {
			statuses = append(statuses, outbox.Unknown)
		}
		for _, status := range statuses {
			n, err := j.ReplayAll(ctx, status, env.Now())
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(env.Stdout, "%d %s deliveries queued again\n", n, status); err != nil {
				return err
			}
		}
		return forEachLead(ctx, env, j, c.IDs, func(id string) (string, error) {
			return "queued again", j.Replay(ctx, id, c.Again, env.Now())
		})
	})
}

// LeadsReleaseCmd is haulfront leads release.
type LeadsReleaseCmd struct {
	IDs []string `arg:"" name:"id" help:"IDs of quarantined leads, or unique prefixes of them."`
}

// Run releases leads.
func (c *LeadsReleaseCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		return forEachLead(ctx, env, j, c.IDs, func(id string) (string, error) {
			return "released", j.Release(ctx, id, env.Now())
		})
	})
}

// forEachLead calls action for every lead, even after errors, and prints the results.
func forEachLead(ctx context.Context, env *environment, j *outbox.Outbox, ids []string,
	action func(id string) (string, error)) error {
	var failed error
	for _, id := range ids {
		id, err := j.Find(ctx, id)
		var done string
		if err == nil {
			done, err = action(id)
		}
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		fmt.Fprintf(env.Stdout, "%s %s\n", id, done)
	}
	return failed
}

// LeadsPurgeCmd is haulfront leads purge.
type LeadsPurgeCmd struct {
	IDs       []string    `arg:"" optional:"" name:"id" help:"IDs of leads, or unique prefixes, even if undelivered."`
	Person    string      `placeholder:"EMAIL-OR-PHONE" help:"All leads of one person, even if undelivered."`
	OlderThan *config.Age `placeholder:"AGE" help:"All leads older than 90d or 36h, except undelivered ones."`
}

// Run removes leads.
func (c *LeadsPurgeCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	given := 0
	for _, is := range []bool{len(c.IDs) > 0, c.Person != "", c.OlderThan != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return errors.New("give one of these: IDs of leads, --person with an email address or a phone number, " +
			"--older-than with an age such as 90d or 36h")
	}
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		switch {
		case c.OlderThan != nil:
			return c.purgeOld(ctx, j, env)
		case c.Person == "":
			return purgeLeads(ctx, j, c.IDs, leads.zone(env), env)
		}
		ids, err := j.FindPerson(ctx, c.Person)
		if err != nil {
			return err
		}
		if err := purgeLeads(ctx, j, ids, leads.zone(env), env); err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "%d leads of this person removed\n", len(ids))
		return err
	})
}

// purgeLeads removes leads and prints their last state.
func purgeLeads(ctx context.Context, j *outbox.Outbox, ids []string, office *time.Location, env *environment) error {
	return forEachLead(ctx, env, j, ids, func(id string) (string, error) {
		l, err := j.Purge(ctx, id)
		statuses := fmt.Sprintf("its webhook was %s, its email %s", l.Status(), l.Delivery(outbox.Email).Status)
		for _, d := range l.Others() {
			statuses += fmt.Sprintf(", %s %s", d.Kind, d.Status)
		}
		if len(l.Request.Photos) > 0 {
			statuses += fmt.Sprintf(", with %d photographs", len(l.Request.Photos))
		}
		return fmt.Sprintf("removed: received %s, %s", timestamp(l.Received, office), statuses), err
	})
}

// purgeOld removes old leads and prints their number.
func (c *LeadsPurgeCmd) purgeOld(ctx context.Context, j *outbox.Outbox, env *environment) error {
	done, err := j.PurgeOld(ctx, env.Now().Add(-c.OlderThan.Duration))
	text := fmt.Sprintf("%d leads removed", done.Removed)
	if done.Undelivered > 0 {
		text += fmt.Sprintf(" (%d of them were never delivered)", done.Undelivered)
	}
	if done.Photos > 0 {
		text += fmt.Sprintf(", with %d photographs", done.Photos)
	}
	fmt.Fprintf(env.Stdout, "%s; %d of that age kept, since they are still to be sent\n", text, done.Left)
	return err
}

// LeadsStopCmd is haulfront leads stop.
type LeadsStopCmd struct {
	Phone string `arg:"" help:"The number, in any format."`
}

// Run records that a number must not be contacted. Every later request from it says so.
func (c *LeadsStopCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if journal.PhoneKey(c.Phone) == "" {
		return fmt.Errorf("%q is not a phone number; want one such as 214-555-0100", c.Phone)
	}
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		err := j.Transact(ctx, func(tx *sql.Tx) error {
			return journal.AddConsent(ctx, tx, journal.Consent{Phone: c.Phone, At: env.Now(), Action: journal.Stopped,
				Form: "leads stop"})
		})
		if err == nil {
			_, err = fmt.Fprintf(env.Stdout, "recorded: do not contact %s\n", c.Phone)
		}
		return err
	})
}
