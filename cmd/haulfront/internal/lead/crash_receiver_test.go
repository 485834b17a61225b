package lead

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
)

// A flakyReceiver is a webhook that honors webhook-ids and fails often: one call in ten is answered with 500, one in
// twenty is dropped after it was accepted, three in a hundred hang.
type flakyReceiver struct {
	mu         sync.Mutex
	reliable   bool
	accepted   map[string]string // body by webhook-id
	leads      map[string]string // webhook-id by visitor's key
	violations []string
	calls      int
	repeats    int
	killAfter  int // calls until kill is called
	kill       func()
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
			r.violations = append(r.violations, fmt.Sprintf("%s was sent as %s and as %s", id, known, body))
		}
		return
	}
	r.accepted[id] = body
	var lead struct{ Message string }
	if err := json.Unmarshal([]byte(body), &lead); err != nil {
		r.violations = append(r.violations, fmt.Sprintf("%s was sent as %s: %v", id, body, err))
	}
	if other, ok := r.leads[lead.Message]; ok {
		r.violations = append(r.violations, fmt.Sprintf("visitor %s was sent as %s and as %s", lead.Message, other, id))
	}
	r.leads[lead.Message] = id
}

func (r *flakyReceiver) has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.accepted[id]
	return ok
}

// makeReliable ends the failures.
func (r *flakyReceiver) makeReliable() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reliable = true
}
