package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	_ "time/tzdata" // the office's zone, even if the machine has no time zones

	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/sources"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
	"haulfront/content/load"
)

// LeadsCmd is haulfront leads: the journal of leads, for operators. Every command works while a server runs.
type LeadsCmd struct {
	config.Journal
	ContentDir string `name:"content" env:"CONTENT_DIR" help:"Content with the time zone; default: the program's own."`

	List    LeadsListCmd    `cmd:"" help:"List leads, newest first."`
	Show    LeadsShowCmd    `cmd:"" help:"Show one lead with every attempt to deliver it."`
	Export  LeadsExportCmd  `cmd:"" help:"Write leads as CSV for a spreadsheet, or as JSON lines."`
	Replay  LeadsReplayCmd  `cmd:"" help:"Deliver again, under the same ID, what was not delivered."`
	Release LeadsReleaseCmd `cmd:"" help:"Take leads out of quarantine and deliver them."`
	Purge   LeadsPurgeCmd   `cmd:"" help:"Permanently remove leads: by ID, of one person, or old ones."`
	Stop    LeadsStopCmd    `cmd:"" help:"Record that a phone number must not be contacted."`
}

// journal opens the journal for one command.
func (c *LeadsCmd) journal(ctx context.Context, use func(*outbox.Outbox) error) error {
	return useJournal(ctx, c.DatabaseURL, use)
}

func useJournal(ctx context.Context, databaseURL string, use func(*outbox.Outbox) error) error {
	j, err := outbox.Attach(ctx, databaseURL)
	if err != nil {
		return err
	}
	return errors.Join(use(j), j.Close())
}

// content returns the content folder, by default the program's own.
func (c *LeadsCmd) content() fs.FS {
	if c.ContentDir != "" {
		return os.DirFS(c.ContentDir)
	}
	return content.FS
}

// zone returns the company's time zone, in which all times are shown. An invalid content folder only causes a warning,
// so that the journal stays readable.
func (c *LeadsCmd) zone(env *environment) *time.Location {
	if c.ContentDir != "" {
		zone, err := readZone(c.content())
		if err == nil {
			return zone
		}
		fmt.Fprintf(env.Stderr, "haulfront: CONTENT_DIR: %v; times are in the zone of the program's own content\n", err)
	}
	zone, err := readZone(content.FS)
	if err != nil {
		panic("the built-in content is invalid: " + err.Error())
	}
	return zone
}

// business is what commands read of business.yaml, even if the rest of the content is invalid.
type business struct {
	// SharesWithAds allows exports for ads.
	SharesWithAds bool `yaml:"sharesWithAds"`
	Hours         struct{ Timezone string }
}

func readBusiness(fsys fs.FS) (b business, err error) {
	err = load.Decode(fsys, "business.yaml", &b)
	return b, err
}

func readZone(fsys fs.FS) (*time.Location, error) {
	b, err := readBusiness(fsys)
	zone, unknown := time.LoadLocation(b.Hours.Timezone)
	if err == nil && (unknown != nil || b.Hours.Timezone == "") {
		err = fmt.Errorf("business.yaml names %q; wanted one such as America/Chicago", b.Hours.Timezone)
	}
	if err != nil {
		return nil, fmt.Errorf("read the time zone: %w", err)
	}
	return zone, nil
}

// statusHelp is the help of --status.
const statusHelp = "Only leads with a delivery that is queued, waiting (for the webhook), delivered, dead, unsure " +
	"(the email may have been sent), kept (no destination configured), quarantined or skipped " +
	"(no email to the visitor)."

// leadsFilter holds the flags of list and export that select leads.
type leadsFilter struct {
	Status string `enum:",queued,waiting,delivered,dead,unsure,kept,quarantined,skipped" default:"" help:"${status}"`
	Kind   string `help:"With --status: only of this delivery: webhook, email, owner, visitor, workiz, …" default:""`
	Source string `help:"Only this source, such as \"Homepage Hero Form\"."`
	Since  string `help:"Only leads received on this day or later (2006-01-02, office time)." placeholder:"DAY"`
	Until  string `help:"Only leads received on this day or earlier." placeholder:"DAY"`
}

// conditions returns what the flags ask for.
func (f leadsFilter) conditions(office *time.Location) (list []journal.Condition, err error) {
	since, err := day("--since", f.Since, 0, office)
	if err != nil {
		return nil, err
	}
	until, err := day("--until", f.Until, 1, office)
	if err != nil {
		return nil, err
	}
	if f.Kind != "" && f.Status == "" {
		return nil, errors.New("--kind limits --status to one delivery; give both")
	}
	if kinds := knownKinds(); f.Kind != "" && !slices.Contains(kinds, f.Kind) {
		return nil, fmt.Errorf("--kind must be one of %s, not %q", strings.Join(kinds, ", "), f.Kind)
	}
	if f.Status != "" {
		list = append(list, outbox.With(outbox.Kind(f.Kind), outbox.Status(f.Status)))
	}
	if f.Source != "" {
		list = append(list, journal.From(f.Source))
	}
	if !since.IsZero() {
		list = append(list, journal.ReceivedFrom(since))
	}
	if !until.IsZero() {
		list = append(list, journal.ReceivedBefore(until))
	}
	return list, nil
}

// knownKinds returns the possible kinds of deliveries.
func knownKinds() []string {
	var kinds []string
	for _, kind := range outbox.Kinds() {
		kinds = append(kinds, string(kind))
	}
	return append(kinds, destinations.Names()...)
}

// day returns the start of a day in the office's time zone, later days later; the zero time for "".
func day(flag, text string, later int, office *time.Location) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, text, office)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s must be a day such as 2025-10-05, not %q", flag, text)
	}
	return t.AddDate(0, 0, later), nil
}

// LeadsListCmd is haulfront leads list.
type LeadsListCmd struct {
	leadsFilter `embed:""`
	JSON        bool `name:"json" help:"One JSON object a line instead of a table."`
}

// Run lists leads.
func (c *LeadsListCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	zone := leads.zone(env)
	f, err := c.conditions(zone)
	if err != nil {
		return err
	}
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		if c.JSON {
			return writeJSON(ctx, env.Stdout, j, f, zone)
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		fields := slices.DeleteFunc(quote.Recorded(), func(f quote.Field) bool { return f.Heading == "" })
		fmt.Fprint(w, "ID\tRECEIVED\tSTATUS\t")
		for _, f := range fields {
			fmt.Fprint(w, f.Heading+"\t")
		}
		fmt.Fprintln(w, "CAME FROM\tDELIVERIES")
		for l, err := range j.List(ctx, f...) {
			if err != nil {
				return err
			}
			status, deliveries := standing(l)
			cells := []string{l.ID, l.Received.In(zone).Format("2006-01-02 15:04"), status}
			for _, f := range fields {
				cells = append(cells, f.Text(&l.Request))
			}
			cells = append(cells, l.Request.Extra.Attribution.Origin())
			for i := range cells {
				cells[i] = truncate(visible(cells[i]), 36)
			}
			fmt.Fprintln(w, strings.Join(append(cells, deliveries), "\t"))
		}
		return w.Flush()
	})
}

// standing returns the status of the delivery of a lead that most needs attention, and the statuses of all deliveries
// that have a destination. The mail to the visitor delivers nothing.
func standing(l outbox.Lead) (status, deliveries string) {
	order := []outbox.Status{outbox.Stored, outbox.Delivered, outbox.Waiting, outbox.Queued, outbox.Unknown,
		outbox.Dead, outbox.Quarantined}
	worst := 0
	var list []string
	for _, d := range l.Deliveries {
		if d.Status == outbox.Stored {
			continue
		}
		list = append(list, fmt.Sprintf("%s %s", d.Kind, d.Status))
		if d.Kind.Delivers() {
			worst = max(worst, slices.Index(order, d.Status))
		}
	}
	return string(order[worst]), strings.Join(list, ", ")
}

// truncate truncates a table's cell to n characters; show has the full text.
func truncate(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// LeadsShowCmd is haulfront leads show.
type LeadsShowCmd struct {
	ID      string `arg:"" help:"The lead's ID, or a unique prefix of it."`
	BaseURL string `env:"BASE_URL" help:"Base of links to photos; by default that of the server."`
	JSON    bool   `name:"json" help:"As JSON."`
}

// Run shows a lead.
func (c *LeadsShowCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	zone := leads.zone(env)
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		id, err := j.Find(ctx, c.ID)
		if err != nil {
			return err
		}
		l, err := j.Get(ctx, id)
		sales, salesErr := office.Sales(ctx, j.Reader(), zone)
		if err = cmp.Or(err, salesErr); err != nil {
			return err
		}
		if c.JSON {
			return newJSONEncoder(env.Stdout).Encode(leadJSON(l, sales[id], zone))
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		for _, cell := range cells(l, sales[id], zone) {
			if cell.Name != "message" && !cell.CSVOnly {
				fmt.Fprintf(w, "%s\t%s\n", cell.Name, visible(cell.Value))
			}
		}
		for _, d := range l.Deliveries {
			fmt.Fprintf(w, "\n%s\t%s", d.Kind, d.Status)
			if !d.Due.IsZero() {
				fmt.Fprintf(w, ", due %s", timestamp(d.Due, zone))
			}
			if d.Leased {
				fmt.Fprint(w, ", being sent")
			}
			fmt.Fprintln(w)
			for _, a := range d.Attempts {
				text := a.Error
				if a.Reason != "" {
					text += ": " + a.Reason
				}
				fmt.Fprintf(w, "  %s\tstatus %d  %d ms  %s\n", timestamp(a.At, zone), a.Status, a.Duration,
					visible(text))
			}
		}
		if err := c.showPhotos(ctx, w, j, l.Request.Photos, leads.ContentDir, env.Now()); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(env.Stdout, "\n%s\n", visible(l.Request.Message))
		return err
	})
}

// showPhotos lists a lead's photographs, with new links to them.
func (c *LeadsShowCmd) showPhotos(ctx context.Context, w io.Writer, j *outbox.Outbox, photos []quote.Photo,
	contentDir string, now time.Time) error {
	for i, p := range photos {
		if i == 0 {
			fmt.Fprintln(w)
		}
		query, err := j.PhotoLink(ctx, p.ID, now)
		if err != nil {
			return err
		}
		base, err := baseURL(ctx, j.Journal, c.BaseURL, contentDir)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "photo %d\t%d × %d pixels, %d bytes\n\t%s\n", i+1, p.Width, p.Height, p.Bytes,
			base+seo.PhotosPath+p.ID+"?"+query.Encode())
	}
	return nil
}

// baseURL returns the URL of the site: that of a setting, of the server, or else of the content. The journal must stay
// readable while the content is being edited.
func baseURL(ctx context.Context, j *journal.Journal, setting, contentDir string) (string, error) {
	stored, err := j.SiteURL(ctx)
	if address := cmp.Or(setting, stored); err != nil || address != "" {
		return strings.TrimRight(address, "/"), err
	}
	words, err := loadContent(contentDir)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(words.Business.URL, "/"), nil
}

// loadContent returns the content of a folder, or the program's own if there is none that is valid.
func loadContent(folder string) (*content.Site, error) {
	site, err := content.Load(sources.Visible(os.DirFS(folder))) // fails for ""
	if err != nil {
		site, err = content.Load(content.FS)
	}
	return site, err
}

// timestamp formats a time for operators.
func timestamp(t time.Time, office *time.Location) string {
	return t.In(office).Format("2006-01-02 15:04:05 MST")
}

// LeadsExportCmd is haulfront leads export.
type LeadsExportCmd struct {
	leadsFilter `embed:""`
	Format      string `help:"csv or jsonl." enum:"csv,jsonl" default:"csv"`
	Ads         bool   `help:"CSV of conversions for Google Ads, with hashes of personal data."`
	Booked      bool   `help:"With --ads: only jobs that were booked."`
	Conversion  string `help:"With --ads: the name of the conversion action in Google Ads." default:"Quote request"`
}

// Run exports leads.
func (c *LeadsExportCmd) Run(ctx context.Context, leads *LeadsCmd, env *environment) error {
	if c.Ads && (c.Format != "csv" || c.Conversion == "") {
		return errors.New("--ads writes CSV for a conversion action; give its name with --conversion, and no other " +
			"--format")
	}
	if c.Ads {
		business, err := readBusiness(leads.content())
		if err == nil && !business.SharesWithAds {
			err = errors.New("--ads: the site tells visitors that advertisers get nothing; set " +
				"sharesWithAds: true in business.yaml, and the form and the privacy page will say what they get")
		}
		if err != nil {
			return err
		}
	}
	zone := leads.zone(env)
	f, err := c.conditions(zone)
	if err != nil {
		return err
	}
	return leads.journal(ctx, func(j *outbox.Outbox) error {
		switch {
		case c.Ads:
			return writeAds(ctx, env.Stdout, j, f, c.Conversion, c.Booked, zone)
		case c.Format == "jsonl":
			return writeJSON(ctx, env.Stdout, j, f, zone)
		}
		return writeCSV(ctx, env.Stdout, j, f, zone)
	})
}
