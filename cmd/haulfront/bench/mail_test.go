package bench

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// mailedLeads is how many leads BenchmarkMail posts.
const mailedLeads = 100

// mailGoal is the longest that the owner's mail may take.
const mailGoal = 5 * time.Second

var mailID = regexp.MustCompile(`(?m)^Message-ID:\s+<([0-9a-f-]+)\.owner@`)

// BenchmarkMail measures how long the mail to the owner takes: from the moment at which the program has read the quote
// request, before its commit, until the mail server on loopback has all of the message. The leads come one after the other.
//
//	go test -run '^$' -bench '^BenchmarkMail$' -benchtime 1x ./cmd/haulfront/bench
func BenchmarkMail(b *testing.B) {
	server := testkit.NewSMTPServer(b)
	var mu sync.Mutex
	taken := map[string]time.Time{}
	server.Script(func(stage testkit.Stage, data string) string {
		if found := mailID.FindStringSubmatch(data); stage == testkit.AfterData && found != nil {
			mu.Lock()
			defer mu.Unlock()
			taken[found[1]] = time.Now()
		}
		return ""
	})
	site := startProgram(b, program.Build(b), "LEAD_WEBHOOK_URL=", "SUPABASE_URL=", "SUPABASE_ANON_KEY=",
		"SMTP_URL=smtp://"+server.Addr, "OWNER_EMAIL=owner@clearacre.example")
	site.AwaitReady(b)
	for n := range mailedLeads {
		if status := site.Submit(http.DefaultClient, fmt.Sprint("visitor ", n)); status != http.StatusOK {
			b.Fatalf("visitor %d is answered with %d", n, status)
		}
		server.Wait(b, n+1)
	}
	var took []time.Duration
	for _, lead := range site.Leads(b) {
		at, sent := taken[lead.ID]
		if !sent {
			b.Fatalf("no mail about lead %s", lead.ID)
		}
		took = append(took, at.Sub(lead.Received))
	}
	slices.Sort(took)
	r := &report{}
	r.section(fmt.Sprintf("Mail to the owner, from the request to the mail server's hands (%d leads)", len(took)))
	r.show("median", milliseconds(took[len(took)/2]))
	worst := took[len(took)-1]
	r.judge("worst", milliseconds(worst), "≤ 5 s", worst <= mailGoal)
	r.print(os.Stdout)
	b.ReportMetric(0, "ns/op") // the time of all of this says nothing
}
