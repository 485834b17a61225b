package lead

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
)

// An unreliable is a receiver that honours keys, and fails: one call in ten is
// answered with 500, one in twenty is cut after it was taken in, three in a
// hundred hang.
type unreliable struct {
	arrived func(id string)
	mu      sync.Mutex
	sound   bool
	taken   map[string]string // body by webhook-id
	leads   map[string]string // webhook-id by visitor's key
	faults  []string
	calls   int
	repeats int
	strike  int // calls until struck is called
	struck  func()
}

func (u *unreliable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	id := r.Header.Get("webhook-id")
	u.arrived(id)
	fate := rand.IntN(100)
	u.mu.Lock()
	u.calls++
	if u.strike--; u.strike == 0 {
		u.struck()
	}
	if u.sound {
		fate = 99
	}
	if fate >= 13 {
		u.take(id, string(body))
	}
	u.mu.Unlock()
	switch {
	case fate < 10:
		w.WriteHeader(500)
	case fate < 13:
		<-r.Context().Done()
	case fate < 18:
		panic(http.ErrAbortHandler)
	}
}

// take takes a lead in, once.
func (u *unreliable) take(id, body string) {
	if known, ok := u.taken[id]; ok {
		u.repeats++
		if known != body {
			u.faults = append(u.faults, fmt.Sprintf("%s came as %s and as %s", id, known, body))
		}
		return
	}
	u.taken[id] = body
	var lead struct{ Message string }
	if err := json.Unmarshal([]byte(body), &lead); err != nil {
		u.faults = append(u.faults, fmt.Sprintf("%s came as %s: %v", id, body, err))
	}
	if other, ok := u.leads[lead.Message]; ok {
		u.faults = append(u.faults, fmt.Sprintf("visitor %s came as %s and as %s", lead.Message, other, id))
	}
	u.leads[lead.Message] = id
}

func (u *unreliable) has(id string) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, ok := u.taken[id]
	return ok
}

// reform makes the receiver fail no more.
func (u *unreliable) reform() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sound = true
}
