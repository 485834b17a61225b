package program

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Load is visitors who submit again and again until the program is gone.
type Load struct {
	mu       sync.Mutex
	Statuses map[string]int           // by name
	Took     map[string]time.Duration // likewise
	running  sync.WaitGroup
}

// Late is the least time after which a quote may be refused on a machine that is busy: so long SQLite waits for its turn to
// write, and no limit of the program on the journal or the webhook is shorter. What is refused sooner, is refused wrongly.
const Late = 5 * time.Second

// NewLoad returns a load without visitors.
func NewLoad() *Load {
	return &Load{Statuses: map[string]int{}, Took: map[string]time.Duration{}}
}

// Start has visitors submit to s.
func (c *Load) Start(s *Site, visitors int) {
	for i := range visitors {
		// Every other visitor keeps the connection.
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: i%2 == 0}}
		c.running.Go(func() {
			defer client.CloseIdleConnections()
			for n := 0; ; n++ {
				name := fmt.Sprintf("visitor %d press %d", i, n)
				began := time.Now()
				status := s.Submit(client, name)
				c.mu.Lock()
				c.Statuses[name], c.Took[name] = status, time.Since(began)
				c.mu.Unlock()
				if status == 0 {
					return
				}
			}
		})
	}
}

// Wait waits until the program is gone for all visitors.
func (c *Load) Wait() { c.running.Wait() }
