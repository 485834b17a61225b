package outbox

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A flakyReceiver is a webhook that honors webhook-ids and fails often: one call in ten is answered with 500, one in
// twenty is dropped after it was accepted, three in a hundred hang.
type flakyReceiver struct {
	mu        sync.Mutex
	reliable  bool
	accepted  map[string]string // body by webhook-id
	leads     map[string]string // webhook-id by visitor's key
	t         *testing.T
	calls     int
	repeats   int
	killAfter int // calls until kill is called
	kill      func()
}

func (r *flakyReceiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	id := req.Header.Get("webhook-id")
	percent := rand.IntN(100)
	r.mu.Lock()
	r.calls++
	if r.killAfter--; r.killAfter == 0 {
		r.kill()
	}
	if r.reliable {
		percent = 99
	}
	if percent >= 13 {
		r.accept(id, string(body))
	}
	r.mu.Unlock()
	switch {
	case percent < 10:
		w.WriteHeader(500)
	case percent < 13:
		<-req.Context().Done()
	case percent < 18:
		panic(http.ErrAbortHandler)
	}
}

// accept accepts a lead, once.
func (r *flakyReceiver) accept(id, body string) {
	if known, ok := r.accepted[id]; ok {
		r.repeats++
		if known != body {
			r.t.Errorf("%s was sent as %s and as %s", id, known, body)
		}
		return
	}
	r.accepted[id] = body
	var lead struct{ Message string }
	if err := json.Unmarshal([]byte(body), &lead); err != nil {
		r.t.Errorf("%s was sent as %s: %v", id, body, err)
	}
	if other, ok := r.leads[lead.Message]; ok {
		r.t.Errorf("visitor %s was sent as %s and as %s", lead.Message, other, id)
	}
	r.leads[lead.Message] = id
}

func (r *flakyReceiver) has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.accepted[id]
	return ok
}

// A flakyMailServer fails often: about two of a hundred sessions are disconnected at the greeting, as many get a
// temporary error for the sender, no answer for the recipient or are disconnected within the message, and ten of a
// hundred messages do not simply end with success.
type flakyMailServer struct {
	*testkit.SMTPServer
	mu   sync.Mutex
	left int // stages until kill is called
	kill func()
}

func newFlakyMailServer(t *testing.T) *flakyMailServer {
	s := &flakyMailServer{SMTPServer: testkit.NewSMTPServer(t)}
	s.Script(s.answer)
	return s
}

// killAfter kills after some stages of sessions.
func (s *flakyMailServer) killAfter(stages int, kill func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left, s.kill = stages, kill
}

func (s *flakyMailServer) answer(stage testkit.Stage, _ string) string {
	s.mu.Lock()
	if s.left--; s.left == 0 {
		s.kill()
	}
	s.mu.Unlock()
	percent := rand.IntN(100)
	if stage == testkit.AfterData {
		switch {
		case percent < 3:
			return "452 disk full"
		case percent < 4:
			return "554 no"
		case percent < 6:
			return testkit.Cut
		case percent < 9:
			return testkit.TakeAndCut
		case percent < 10:
			return testkit.Silence
		}
		return ""
	}
	if percent >= 2 {
		return ""
	}
	return map[testkit.Stage]string{
		testkit.AtGreeting: testkit.Cut, testkit.AtFrom: "451 later", testkit.AtTo: testkit.Silence,
		testkit.WithinData: testkit.Cut,
	}[stage]
}

var mailID = regexp.MustCompile(`(?m)^Message-ID:\s+<([0-9a-f-]+)\.owner@`)

// compare reports mails that are missing, or sent twice without a reason. unknowns are the attempts whose end is
// unknown.
func (s *flakyMailServer) compare(t *testing.T, leads []Lead, unknowns map[string]int) {
	t.Helper()
	taken := map[string]int{}
	for _, m := range s.All() {
		found := mailID.FindStringSubmatch(m.Data)
		if found == nil {
			t.Fatalf("a mail has no Message-ID:\n%s", m.Data)
		}
		taken[found[1]]++
	}
	ends := map[Status]int{}
	for _, l := range leads {
		d, unknown, n := l.Delivery(OwnerMail), unknowns[l.ID], taken[l.ID]
		sent := d.Status == Delivered && n > 0
		refused := d.Status == Dead && len(d.Attempts) > 0 && d.Attempts[len(d.Attempts)-1].Status == 554
		unsure := d.Status == Unknown && unknown > maxUnknowns
		if !sent && !refused && !unsure || n > 1 && unknown == 0 || n > 1+maxUnknowns {
			t.Errorf("the mail about lead %s is %s, was taken %d times; attempts %+v", l.ID, d.Status, n, d.Attempts)
		}
		ends[d.Status]++
		delete(taken, l.ID)
	}
	for id := range taken {
		t.Errorf("a mail was sent about %s, which is no lead", id)
	}
	t.Logf("%d mail sessions, mails by status: %v", s.Sessions(), ends)
}
