package lead

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A flakyMailServer fails often: of a hundred sessions about two each are cut at the greeting, put off at the sender,
// met with silence at the recipient or cut within the message, and ten have another end than an answer that it is
// taken.
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
		testkit.AtGreeting: testkit.Cut, testkit.AtFrom: "451 later", testkit.AtTo: testkit.Silence, testkit.WithinData: testkit.Cut,
	}[stage]
}

var mailID = regexp.MustCompile(`(?m)^Message-ID:\s+<([0-9a-f-]+)\.owner@`)

// compare reports mails that are missing, or sent twice without a reason, and returns the figures. unknowns are the
// attempts whose end is unknown.
func (s *flakyMailServer) compare(t *testing.T, leads []Lead, unknowns map[string]int) string {
	t.Helper()
	taken := map[string]int{}
	for _, m := range s.All() {
		found := mailID.FindStringSubmatch(m.Data)
		if found == nil {
			t.Fatalf("a mail has no Message-ID:\n%s", m.Data)
		}
		taken[found[1]]++
	}
	sent, twice, refused, unsure, missing := 0, 0, 0, 0, 0
	for _, l := range leads {
		d, unknown := l.Delivery(OwnerMail), unknowns[l.ID]
		last := Attempt{}
		if len(d.Attempts) > 0 {
			last = d.Attempts[len(d.Attempts)-1]
		}
		switch {
		case d.Status == Delivered && taken[l.ID] > 0:
			sent++
		case d.Status == Dead && last.Status == 554:
			refused++
		case d.Status == Unknown && unknown > maxUnknowns:
			unsure++
		default:
			missing++
			t.Errorf("the mail about lead %s is %s, was taken %d times; attempts %+v", l.ID, d.Status, taken[l.ID], d.Attempts)
		}
		switch {
		case taken[l.ID] > 1 && unknown == 0, taken[l.ID] > 1+maxUnknowns:
			t.Errorf("the mail about lead %s was taken %d times; attempts %+v", l.ID, taken[l.ID], d.Attempts)
		case taken[l.ID] > 1:
			twice++
		}
		delete(taken, l.ID)
	}
	for id := range taken {
		t.Errorf("a mail was sent about %s, which is no lead", id)
	}
	return fmt.Sprintf("%d sessions, %d mails sent, %d refused, %d unsure, missing: %d; sent twice after an unknown end: %d",
		s.Sessions(), sent, refused, unsure, missing, twice)
}
