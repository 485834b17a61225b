package command

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestJobsExport checks the jobs of a journal with one that is done: all of them, and those of some days.
func TestJobsExport(t *testing.T) {
	t.Parallel()
	address, ids := journalWith(t, "", anns())
	leads, err := outbox.Attach(t.Context(), address)
	testkit.Must(t, err)
	o := office.Open(office.Config{Journal: leads.Journal, Now: func() time.Time { return leadsNow },
		Words: program.Words})
	for _, form := range []url.Values{
		{"where": {"on"}, "address": {"12 Elm St"}}, {"stage": {"booked"}},
		{"done": {"on"}, "amount": {"412.50"}, "paid": {"card"}},
	} {
		testkit.Must(t, o.Change(t.Context(), ids[0], "", form))
	}
	testkit.Must(t, leads.Close())
	const day = "2025-10-05"
	for command, want := range map[string]string{
		"export": day + ",",
		"export --since " + day + " --until " + day: ",12 Elm St,pickup,,2,done,412.50,card,Yard Waste,Plano,75024\r\n",
		"export --format jsonl":                     `"card","service":"Yard Waste","town":"Plano","zip":"75024"}`,
		"export --since 2100-01-01 --format jsonl":  "",
	} {
		got, err := runWith(t, "jobs", address, command)
		if err != nil || !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("haulfront jobs %s = %q, %v; want %q", command, got, err, want)
		}
	}
	if _, err := runWith(t, "jobs", address, "export --until yesterday"); err == nil {
		t.Error("a day is anything")
	}
}
