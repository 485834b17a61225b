package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	_ "time/tzdata" // America/Chicago, also where the machine has no zones

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
)

// environment is the process around a command.
type environment struct {
	Stdout, Stderr io.Writer
	// Log is Stderr while serving, nil otherwise.
	Log *logging.Writer
	Now func() time.Time
	// Lazy keeps the server from making pages and pictures ahead of the first visitor, for tests of one page.
	Lazy bool
}

// LeadsCmd is haulfront leads: the journal for operators. Every command works
// beside a running server.
type LeadsCmd struct {
	DatabaseURL string `env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"Where leads are kept: sqlite:PATH or postgres://…"`

	List    LeadsListCmd    `cmd:"" help:"List leads, newest first."`
	Show    LeadsShowCmd    `cmd:"" help:"Show one lead with every attempt to deliver it."`
	Export  LeadsExportCmd  `cmd:"" help:"Write leads as CSV for a spreadsheet, or as JSON lines."`
	Replay  LeadsReplayCmd  `cmd:"" help:"Deliver again, under the same ID, what was not delivered."`
	Release LeadsReleaseCmd `cmd:"" help:"Take leads out of quarantine and deliver them."`
	Purge   LeadsPurgeCmd   `cmd:"" help:"Remove one lead, or old leads except those still to be sent, for good."`
}

// journal opens the journal for one command.
func (c *LeadsCmd) journal(ctx context.Context, use func(*lead.Journal) error) error {
	j, err := lead.OpenJournal(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	return errors.Join(use(j), j.Close())
}

// leadsFilter is the choice of leads that list and export share.
type leadsFilter struct {
	Status string `help:"Only leads whose webhook or e-mail is queued, waiting (for the webhook), delivered, dead, unsure (the e-mail may have been sent), kept (nowhere to send it) or quarantined." enum:",queued,waiting,delivered,dead,unsure,kept,quarantined" default:""`
	Kind   string `help:"With --status: look at the webhook or at the email alone." enum:",webhook,email" default:""`
	Source string `help:"Only this source, such as \"Homepage Hero Form\"."`
	Since  string `help:"Only leads received on this day or later (2006-01-02, Dallas time)." placeholder:"DAY"`
	Until  string `help:"Only leads received on this day or earlier." placeholder:"DAY"`
}

func (f leadsFilter) filter() (lead.Filter, error) {
	since, err := day("--since", f.Since, 0)
	if err != nil {
		return lead.Filter{}, err
	}
	until, err := day("--until", f.Until, 1)
	if err != nil {
		return lead.Filter{}, err
	}
	if f.Kind != "" && f.Status == "" {
		return lead.Filter{}, errors.New("--kind says whose --status is meant; give both")
	}
	return lead.Filter{Status: lead.Status(f.Status), Kind: lead.Kind(f.Kind), Source: f.Source, Since: since, Until: until}, nil
}

// day returns the beginning of the given day, or of one some days later; the
// zero time for an empty text.
func day(flag, text string, later int) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, text, dallas())
	if err != nil {
		return time.Time{}, fmt.Errorf("%s must be a day such as 2025-10-05, not %q", flag, text)
	}
	return t.AddDate(0, 0, later), nil
}

// dallas is the zone of the company and of every time an operator reads.
func dallas() *time.Location {
	zone, err := time.LoadLocation("America/Chicago")
	if err != nil {
		panic("the embedded zones lack America/Chicago: " + err.Error())
	}
	return zone
}

// LeadsListCmd is haulfront leads list.
type LeadsListCmd struct {
	leadsFilter `embed:""`
	JSON        bool `name:"json" help:"One JSON object a line instead of a table."`
}

// Run lists.
func (c *LeadsListCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	f, err := c.filter()
	if err != nil {
		return err
	}
	return leads.journal(ctx, func(j *lead.Journal) error {
		if c.JSON {
			return writeJSON(ctx, env.Stdout, j, f)
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tRECEIVED\tSTATUS\tE-MAIL\tNAME\tPHONE\tSERVICE\tZIP\tWHEN\tSOURCE")
		for l, err := range j.List(ctx, f) {
			if err != nil {
				return err
			}
			r := l.Request
			cells := []string{l.ID, l.Received.In(dallas()).Format("2006-01-02 15:04"), string(l.Status()), string(l.Email.Status),
				r.Name, r.Phone, r.ServiceType, r.ZIPCode, r.ServiceTimeframe, r.Source}
			for i := range cells {
				cells[i] = short(visible(cells[i]), 36)
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		return w.Flush()
	})
}

// short cuts what would push a table out of shape; show has the whole.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// LeadsShowCmd is haulfront leads show.
type LeadsShowCmd struct {
	ID   string `arg:"" help:"The lead's ID, or as much of its beginning as no other has."`
	JSON bool   `name:"json" help:"As JSON."`
}

// Run shows.
func (c *LeadsShowCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	return leads.journal(ctx, func(j *lead.Journal) error {
		id, err := j.Find(ctx, c.ID)
		if err != nil {
			return err
		}
		l, err := j.Get(ctx, id)
		if err != nil {
			return err
		}
		if c.JSON {
			return jsonLines(env.Stdout).Encode(leadJSON(l))
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		for _, column := range columns {
			if column.name != "message" {
				fmt.Fprintf(w, "%s\t%s\n", column.name, visible(column.value(l)))
			}
		}
		for _, d := range []lead.Delivery{l.Webhook, l.Email} {
			fmt.Fprintf(w, "\n%s\t%s", d.Kind, d.Status)
			if !d.Due.IsZero() {
				fmt.Fprintf(w, ", due %s", stamp(d.Due))
			}
			if d.Leased {
				fmt.Fprint(w, ", being sent")
			}
			fmt.Fprintln(w)
			for _, a := range d.Attempts {
				fmt.Fprintf(w, "  %s\tstatus %d  %d ms  %s\n", stamp(a.At), a.Status, a.Duration, visible(a.Error))
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "\n%s\n", visible(l.Request.Message))
		return err
	})
}

func stamp(t time.Time) string { return t.In(dallas()).Format("2006-01-02 15:04:05 MST") }

// LeadsExportCmd is haulfront leads export.
type LeadsExportCmd struct {
	leadsFilter `embed:""`
	Format      string `help:"csv or jsonl." enum:"csv,jsonl" default:"csv"`
}

// Run exports.
func (c *LeadsExportCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	f, err := c.filter()
	if err != nil {
		return err
	}
	return leads.journal(ctx, func(j *lead.Journal) error {
		if c.Format == "jsonl" {
			return writeJSON(ctx, env.Stdout, j, f)
		}
		return writeCSV(ctx, env.Stdout, j, f)
	})
}

// LeadsReplayCmd is haulfront leads replay.
type LeadsReplayCmd struct {
	IDs    []string `arg:"" optional:"" name:"id" help:"IDs of leads, or as much of their beginnings as no others have."`
	Dead   bool     `help:"All deliveries that are dead."`
	Unsure bool     `help:"All e-mails of which nobody knows whether they were sent; some may come twice."`
	Again  bool     `help:"With IDs: also where the webhook has the lead already, under the same ID."`
}

// Run replays. The running server sends within a second or so.
func (c *LeadsReplayCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if (c.Dead || c.Unsure) == (len(c.IDs) > 0) {
		return errors.New("give IDs of leads, or --dead or --unsure for all that are")
	}
	return leads.journal(ctx, func(j *lead.Journal) error {
		var all []lead.Status
		if c.Dead {
			all = append(all, lead.Dead)
		}
		if c.Unsure {
			all = append(all, lead.Unknown)
		}
		for _, status := range all {
			n, err := j.ReplayAll(ctx, status, env.Now())
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(env.Stdout, "%d %s deliveries queued again\n", n, status); err != nil {
				return err
			}
		}
		return each(ctx, env, j, c.IDs, func(id string) (string, error) {
			return "queued again", j.Replay(ctx, id, c.Again, env.Now())
		})
	})
}

// LeadsReleaseCmd is haulfront leads release.
type LeadsReleaseCmd struct {
	IDs []string `arg:"" name:"id" help:"IDs of quarantined leads, or as much of their beginnings as no others have."`
}

// Run releases.
func (c *LeadsReleaseCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	return leads.journal(ctx, func(j *lead.Journal) error {
		return each(ctx, env, j, c.IDs, func(id string) (string, error) { return "released", j.Release(ctx, id, env.Now()) })
	})
}

// each does one thing to every lead, also where it failed for one before, and prints what do says was done.
func each(ctx context.Context, env *environment, j *lead.Journal, ids []string, do func(id string) (string, error)) error {
	var failed error
	for _, id := range ids {
		id, err := j.Find(ctx, id)
		var done string
		if err == nil {
			done, err = do(id)
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
	IDs       []string `arg:"" optional:"" name:"id" help:"IDs of leads, or as much of their beginnings as no others have; also of leads that are still to be sent."`
	OlderThan string   `placeholder:"AGE" help:"Age in days (90d) or hours (36h): all older leads, except those still to be sent."`
}

// Run purges.
func (c *LeadsPurgeCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if len(c.IDs) > 0 {
		if c.OlderThan != "" {
			return errors.New("give IDs of leads or --older-than, not both")
		}
		return leads.journal(ctx, func(j *lead.Journal) error {
			return each(ctx, env, j, c.IDs, func(id string) (string, error) {
				l, err := j.Remove(ctx, id)
				return fmt.Sprintf("removed: received %s, its webhook was %s, its e-mail %s",
					stamp(l.Received), l.Webhook.Status, l.Email.Status), err
			})
		})
	}
	old, err := age(c.OlderThan)
	if err != nil {
		return err
	}
	return leads.journal(ctx, func(j *lead.Journal) error {
		removed, left, err := j.Purge(ctx, env.Now().Add(-old))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "%d leads removed, %d of that age kept because they are still to be sent\n", removed, left)
		return err
	})
}

// age reads "90d" or what time.ParseDuration reads. Zero and less are refused:
// a slip must not empty the journal.
func age(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n uint64
		n, err = strconv.ParseUint(days, 10, 15)
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("give IDs of leads, or --older-than with an age such as 90d or 36h, not %q", text)
	}
	return d, nil
}
