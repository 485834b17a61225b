package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	_ "time/tzdata" // America/Chicago, also where the machine has no zones

	"haulfront/cmd/haulfront/internal/lead"
)

// environment is the process around a command.
type environment struct {
	Stdout, Stderr io.Writer
	Now            func() time.Time
	// Cold keeps the server from making pages and pictures ahead of the first visitor, for tests of one page.
	Cold bool
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
	Purge   LeadsPurgeCmd   `cmd:"" help:"Remove old leads for good, except those still to be sent."`
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
	Status string `help:"Only this status: queued, delivered, dead, kept or quarantined." enum:",queued,delivered,dead,kept,quarantined" default:""`
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
	return lead.Filter{Status: lead.Status(f.Status), Source: f.Source, Since: since, Until: until}, nil
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
				cells[i] = short(cells[i], 36)
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
	ID   string `arg:"" help:"The lead's ID."`
	JSON bool   `name:"json" help:"As JSON."`
}

// Run shows.
func (c *LeadsShowCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	return leads.journal(ctx, func(j *lead.Journal) error {
		l, err := j.Get(ctx, c.ID)
		if err != nil {
			return err
		}
		if c.JSON {
			return jsonLines(env.Stdout).Encode(leadJSON(l))
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		for _, column := range columns {
			if column.name != "message" {
				fmt.Fprintf(w, "%s\t%s\n", column.name, column.value(l))
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
				fmt.Fprintf(w, "  %s\tstatus %d  %d ms  %s\n", stamp(a.At), a.Status, a.Duration, a.Error)
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "\n%s\n", l.Request.Message)
		return err
	})
}

func stamp(t time.Time) string { return t.In(dallas()).Format("2006-01-02 15:04:05 MST") }

// columns are the fields of a lead as show and the CSV give them.
var columns = []struct {
	name  string
	value func(lead.Lead) string
}{
	{"id", func(l lead.Lead) string { return l.ID }},
	{"received", func(l lead.Lead) string { return stamp(l.Received) }},
	{"status", func(l lead.Lead) string { return string(l.Status()) }},
	{"emailStatus", func(l lead.Lead) string { return string(l.Email.Status) }},
	{"name", func(l lead.Lead) string { return l.Request.Name }},
	{"email", func(l lead.Lead) string { return l.Request.Email }},
	{"phone", func(l lead.Lead) string { return l.Request.Phone }},
	{"serviceType", func(l lead.Lead) string { return l.Request.ServiceType }},
	{"zipCode", func(l lead.Lead) string { return l.Request.ZIPCode }},
	{"serviceTimeframe", func(l lead.Lead) string { return l.Request.ServiceTimeframe }},
	{"message", func(l lead.Lead) string { return l.Request.Message }},
	{"source", func(l lead.Lead) string { return l.Request.Source }},
	{"page", func(l lead.Lead) string { return l.Page }},
	{"suspect", func(l lead.Lead) string { return l.Suspect }},
	{"attempts", func(l lead.Lead) string { return strconv.Itoa(len(l.Webhook.Attempts)) }},
}

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

// writeCSV writes what spreadsheets open: RFC 4180 line ends, and a byte order
// mark, without which Excel reads UTF-8 as something else.
func writeCSV(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	record := make([]string, len(columns))
	for i, column := range columns {
		record[i] = column.name
	}
	if err := w.Write(record); err != nil {
		return err
	}
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		for i, column := range columns {
			record[i] = inert(column.value(l))
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// inert keeps a spreadsheet from running what a visitor typed: a cell that
// begins with one of these characters is taken for a formula, and an
// apostrophe makes it text (OWASP, "CSV Injection").
func inert(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func writeJSON(ctx context.Context, out io.Writer, j *lead.Journal, f lead.Filter) error {
	e := jsonLines(out)
	for l, err := range j.List(ctx, f) {
		if err != nil {
			return err
		}
		if err := e.Encode(leadJSON(l)); err != nil {
			return err
		}
	}
	return nil
}

func jsonLines(out io.Writer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}

// leadJSON is a lead for other programs: flat, with the wire names of the
// specification and times with their offset.
func leadJSON(l lead.Lead) any {
	r := l.Request
	for _, d := range []*lead.Delivery{&l.Webhook, &l.Email} {
		if !d.Due.IsZero() {
			d.Due = d.Due.In(dallas())
		}
		for i := range d.Attempts {
			d.Attempts[i].At = d.Attempts[i].At.In(dallas())
		}
	}
	return struct {
		ID               string        `json:"id"`
		Received         time.Time     `json:"received"`
		Status           lead.Status   `json:"status"`
		Name             string        `json:"name"`
		Email            string        `json:"email"`
		Phone            string        `json:"phone"`
		ServiceType      string        `json:"serviceType"`
		ZIPCode          string        `json:"zipCode"`
		ServiceTimeframe string        `json:"serviceTimeframe"`
		Message          string        `json:"message"`
		Source           string        `json:"source"`
		Page             string        `json:"page"`
		Suspect          string        `json:"suspect,omitempty"`
		Webhook          lead.Delivery `json:"webhook"`
		EmailFunction    lead.Delivery `json:"emailFunction"`
	}{l.ID, l.Received.In(dallas()), l.Status(), r.Name, r.Email, r.Phone, r.ServiceType, r.ZIPCode,
		r.ServiceTimeframe, r.Message, r.Source, l.Page, l.Suspect, l.Webhook, l.Email}
}

// LeadsReplayCmd is haulfront leads replay.
type LeadsReplayCmd struct {
	IDs   []string `arg:"" optional:"" name:"id" help:"IDs of leads."`
	Dead  bool     `help:"All deliveries that are dead."`
	Again bool     `help:"With IDs: also where the webhook has the lead already, under the same ID."`
}

// Run replays. The running server sends within a second or so.
func (c *LeadsReplayCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if c.Dead == (len(c.IDs) > 0) {
		return errors.New("give IDs of leads, or --dead for all that are dead")
	}
	return leads.journal(ctx, func(j *lead.Journal) error {
		if c.Dead {
			n, err := j.ReplayDead(ctx, env.Now())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Stdout, "%d dead deliveries queued again\n", n)
			return err
		}
		return each(env, c.IDs, "queued again", func(id string) error { return j.Replay(ctx, id, c.Again, env.Now()) })
	})
}

// LeadsReleaseCmd is haulfront leads release.
type LeadsReleaseCmd struct {
	IDs []string `arg:"" name:"id" help:"IDs of quarantined leads."`
}

// Run releases.
func (c *LeadsReleaseCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	return leads.journal(ctx, func(j *lead.Journal) error {
		return each(env, c.IDs, "released", func(id string) error { return j.Release(ctx, id, env.Now()) })
	})
}

// each does one thing to every lead, also where it failed for one before.
func each(env *environment, ids []string, done string, do func(string) error) error {
	var failed error
	for _, id := range ids {
		if err := do(id); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		fmt.Fprintf(env.Stdout, "%s %s\n", id, done)
	}
	return failed
}

// LeadsPurgeCmd is haulfront leads purge.
type LeadsPurgeCmd struct {
	OlderThan string `required:"" placeholder:"AGE" help:"Age in days (90d) or hours (36h)."`
}

// Run purges.
func (c *LeadsPurgeCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
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
		return 0, fmt.Errorf("--older-than must be an age such as 90d or 36h, not %q", text)
	}
	return d, nil
}
