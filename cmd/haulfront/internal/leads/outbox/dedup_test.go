package outbox

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/quote"
)

func TestDeduplication(t *testing.T) {
	other := request()
	other.Message = "another sofa"
	refused := request()
	refused.Extra.Refused = map[string][]string{"empty": {"a.jpg"}}
	elsewhere := request()
	elsewhere.Page = "/x"
	tests := []struct {
		name          string
		first, second quote.Post
		later         time.Duration
		same          bool
	}{
		{"same key", post("k"), post("k"), 0, true},
		{"same key, days later", post("k"), post("k"), 50 * time.Hour, true},
		{"same key, other fields", post("k"), quote.Post{Request: other, Key: "k"}, 0, false},
		{"other key", post("k"), post("l"), 0, false},
		{"same key, from another page", post("k"),
			quote.Post{Request: elsewhere, Key: "k"}, 0, true},
		{"no key", post(""), post(""), time.Minute, true},
		{"no key, over the edge", post(""), post(""), 6 * time.Minute, true},
		{"no key, much later", post(""), post(""), 21 * time.Minute, false},
		{"no key, other fields", post(""), quote.Post{Request: other}, 0, false},
		{"no key, a photograph that was not kept", post(""), quote.Post{Request: refused}, 0, false},
		{"no key, then a key", post(""), post("k"), 0, false},
	}
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				s := newTestService(t, url, nil)
				deleteLeads(t, s)
				s.clock.Advance(5 * time.Minute)
				a := s.submit(test.first, true)
				s.clock.Advance(test.later)
				b := s.submit(test.second, true)
				calls, want := len(s.webhookServer.All()), map[bool]int{true: 1, false: 2}[test.same]
				if (a == b) != test.same || calls != want {
					t.Errorf("leads %s and %s with %d calls, want the same: %v", a, b, calls, test.same)
				}
			})
		}
	})
}

func TestSimultaneousDuplicates(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		for i, key := range []string{"k", ""} {
			id := submitAtOnce(t, 100, key, s)
			s.deliverDue()
			s.wantState(id, Delivered, Delivered, i+1, i+1)
			s.wantCount(Filter{}, i+1)
		}
	})
}

// TestDuplicatesShareAFailure checks that duplicates get the outcome of the first attempt.
func TestDuplicatesShareAFailure(t *testing.T) {
	onEachService(t, nil, func(t *testing.T, s *testService) {
		arrived, answer := make(chan struct{}, 3), make(chan struct{})
		s.webhookServer.Set(func(w http.ResponseWriter, _ *http.Request) {
			arrived <- struct{}{}
			<-answer
			w.WriteHeader(500)
		})
		results := make(chan string, 3)
		submit := func() {
			out, err := s.Submit(t.Context(), post("k"))
			results <- fmt.Sprint(out.Delivered, err)
		}
		go submit()
		<-arrived
		go submit()
		// One more that does not join the call in flight: it finds the lease in the journal, as in another instance.
		go func() {
			a, holder, _, err := s.store(t.Context(), post("k"))
			close(answer)
			results <- fmt.Sprint(s.awaitHolder(t.Context(), a.LeadID, holder), err)
		}()
		for range 3 {
			if got := <-results; got != "false <nil>" {
				t.Errorf("a duplicate got %s, want false <nil>", got)
			}
		}
	})
}
