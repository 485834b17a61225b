package office

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content/contact"
	"haulfront/content/load"
)

// WeekJobsPath is the path of the file with the jobs of a week, which is chosen as on the page of the week.
const WeekJobsPath = WeekPath + "/jobs.csv"

// A PlannedJob is a job that is booked or done, as other programs read it.
type PlannedJob struct {
	Date      string `json:"date"` // of the job, or else on which it was closed, "2026-11-24"; empty: none yet
	Reference string `json:"reference"`
	Name      string `json:"name"`
	Phone     string `json:"phone"`
	Address   string `json:"address"`
	Kind      string `json:"kind"` // "pickup" or "estimate"
	Truck     string `json:"truck"`
	Hours     int    `json:"hours"`
	State     string `json:"state"`  // "planned" or "done"
	Amount    string `json:"amount"` // the final one in US dollars, "412.50"; empty before it
	Paid      string `json:"paid"`   // a key of payments in office.yaml, or a name; empty before the end
	Service   string `json:"service"`
	Town      string `json:"town"` // of ZIP, as locations.yaml names it; empty: it is not in there
	ZIP       string `json:"zip"`

	cents int
	day   time.Time // of Date
}

// jobsColumns are the names of the columns of a CSV of jobs.
var jobsColumns = []string{"date", "reference", "name", "phone", "address", "kind", "truck", "hours", "state", "amount",
	"paid", "service", "town", "zip"}

func (j PlannedJob) cells() []string {
	phone := contact.ParsePhone(j.Phone)
	if !phone.Plain {
		phone.Label = quote.EscapeFormula(j.Phone)
	}
	return []string{j.Date, j.Reference, quote.EscapeFormula(j.Name), phone.Label, quote.EscapeFormula(j.Address),
		j.Kind, j.Truck, strconv.Itoa(j.Hours), j.State, j.Amount, j.Paid, quote.EscapeFormula(j.Service),
		quote.EscapeFormula(j.Town), quote.EscapeFormula(j.ZIP)}
}

// jobDay is when a visit is: at the time for which it was booked, or else at its end; 0 for neither.
const jobDay = `(CASE WHEN v.begins_at > 0 THEN v.begins_at ELSE v.closed_at END)`

// Jobs returns the jobs from a time on and before another, in their order. A zero time is no limit; without from, those
// that have no time yet come first.
func (o *Office) Jobs(ctx context.Context, from, until time.Time) ([]PlannedJob, error) {
	where, args := madeOrPlanned, []any{}
	for sign, at := range map[string]time.Time{">=": from, "<": until} {
		if !at.IsZero() {
			args = append(args, millis(at))
			where += fmt.Sprintf(` AND %s %s $%d`, jobDay, sign, len(args))
		}
	}
	list, err := o.visits(ctx, o.Journal.Reader(), where+` ORDER BY `+jobDay+`, l.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("read jobs: %w", err)
	}
	jobs := make([]PlannedJob, len(list))
	for i, r := range list {
		jobs[i] = o.plannedJob(&r)
	}
	return jobs, nil
}

// WeekJobs returns the jobs of the week of a date, see [Office.Week].
func (o *Office) WeekJobs(ctx context.Context, date string) ([]PlannedJob, error) {
	begin := o.week(date)
	return o.Jobs(ctx, begin, begin.AddDate(0, 0, 7))
}

func (o *Office) plannedJob(r *Record) PlannedJob {
	job := PlannedJob{Reference: journal.Reference(r.ID), Name: r.Name, Phone: r.Phone, Address: r.Address,
		Kind: r.Kind, Truck: r.Truck, Hours: r.Visit.length(), State: r.State, ZIP: r.ZIPCode,
		Service: o.words().RequestedService(r.Page, r.ServiceType)}
	if town := o.words().Town(r.ZIPCode); !strings.HasPrefix(r.ZIPCode, town) { // of no town, it is itself
		job.Town = town
	}
	if at := cmp.Or(r.Begin, r.EndedAt); at != 0 {
		job.day = fromMillis(at).In(o.words().Location())
		job.Date = job.day.Format(time.DateOnly)
	}
	if r.State == Done && r.Kind == Pickup {
		job.Paid, job.cents = r.payment(), r.Charged
		job.Amount = dollars(job.cents)
	}
	return job
}

// A Sale is what a customer was offered, and what came of it, as other programs read it.
type Sale struct {
	Price  string   // in US dollars, "350" or "350-450"; empty: none yet
	Begins []string // of the visits that are planned or were made, "2026-11-24 08:00"; "" before that is agreed
	Amount string   // the final one in US dollars, "412.50"; empty before the end
}

// Sales returns the sales of all leads by the leads' IDs, with times in a zone.
func Sales(ctx context.Context, db journal.Queryer, zone *time.Location) (map[string]Sale, error) {
	sales, cents := map[string]Sale{}, map[string]int{}
	words := strings.NewReplacer("$", "", ",", "", "–", "-")
	_, err := journal.QueryAll(ctx, db, func(row journal.Row) (r Record, err error) {
		var job string
		err = row.Scan(append([]any{&r.ID, &job}, r.Visit.targets()...)...)
		_ = json.Unmarshal([]byte(job), &r.Job) // as far as it can be read
		r.restoreSent()
		sale := sales[r.ID]
		sale.Price = words.Replace(r.Job.priceWords())
		if at := cmp.Or(r.Begin, r.EndedAt); at != 0 {
			sale.Begins = append(sale.Begins, fromMillis(at).In(zone).Format("2006-01-02 15:04"))
		} else if r.Number != 0 {
			sale.Begins = append(sale.Begins, "")
		}
		if r.State == Done && r.Kind == Pickup {
			cents[r.ID] += r.Charged
			sale.Amount = dollars(cents[r.ID])
		}
		sales[r.ID] = sale
		return r, err
	}, `SELECT l.id, l.job, `+visitColumns+` FROM leads l LEFT JOIN visits v ON v.lead_id = l.id AND `+madeOrPlanned+`
		ORDER BY v.begins_at, v.number`)
	return sales, err
}

// dollars returns cents in US dollars, "412.50".
func dollars(cents int) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// payment returns how a visit that is done was paid, which the company's list may no longer have.
func (v Visit) payment() string { return cmp.Or(v.Paid, unpaid) }

// paymentLabel is the label of a way to pay: one without a label in office.yaml is its own.
func (w Words) paymentLabel(way string) string {
	return cmp.Or(w.Office().Request.Payments[way], load.Capitalize(way))
}

// payments are the choices of how a visit was paid: the company's ways, and that of the visit.
func (w Words) payments(r *Record) (choices []Choice) {
	ways := slices.Clone(w.Business.Payments)
	if r.withAnother() {
		ways = append(ways, withAnother)
	}
	if ways = append(ways, unpaid); r.Paid != "" && !slices.Contains(ways, r.Paid) {
		ways = append(ways, r.Paid)
	}
	for _, way := range ways {
		choices = append(choices, Choice{w.paymentLabel(way), way})
	}
	return choices
}

// WriteJobsCSV writes jobs for spreadsheets.
func WriteJobsCSV(out io.Writer, jobs []PlannedJob) error {
	w, err := quote.NewSpreadsheet(out)
	if err == nil {
		err = w.Write(jobsColumns)
	}
	for _, job := range jobs {
		if err == nil {
			err = w.Write(job.cells())
		}
	}
	w.Flush()
	return cmp.Or(err, w.Error())
}
