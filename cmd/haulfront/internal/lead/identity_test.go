package lead

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

func TestWhichLeadItIs(t *testing.T) {
	other := request()
	other.Message = "another sofa"
	tests := []struct {
		name          string
		first, second Submission
		later         time.Duration
		same          bool
	}{
		{"same key", submission("k"), submission("k"), 0, true},
		{"same key, days later", submission("k"), submission("k"), 50 * time.Hour, true},
		{"same key, other fields", submission("k"), Submission{Request: other, Key: "k"}, 0, false},
		{"other key", submission("k"), submission("l"), 0, false},
		{"same key, from another page", submission("k"), Submission{Request: request(), Key: "k", Page: "/x"}, 0, true},
		{"no key", submission(""), submission(""), time.Minute, true},
		{"no key, over the edge", submission(""), submission(""), 6 * time.Minute, true},
		{"no key, much later", submission(""), submission(""), 21 * time.Minute, false},
		{"no key, other fields", submission(""), Submission{Request: other}, 0, false},
		{"no key, then a key", submission(""), submission("k"), 0, false},
	}
	onBoth(t, func(t *testing.T, url string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				s := newStand(t, url, nil)
				wipe(t, s)
				s.clock.add(5 * time.Minute)
				a := s.submit(test.first, true)
				s.clock.add(test.later)
				b := s.submit(test.second, true)
				if (a == b) != test.same {
					t.Errorf("leads %s and %s, want the same: %v", a, b, test.same)
				}
				want := 2
				if test.same {
					want = 1
				}
				if n := len(s.hook.got()); n != want {
					t.Errorf("%d calls, want %d", n, want)
				}
			})
		}
	})
}

func wipe(t *testing.T, s *stand) {
	t.Helper()
	s.underWay.Wait()
	if _, err := s.journal.write.Exec(`DELETE FROM leads`); err != nil {
		t.Fatal(err)
	}
}

// A key and a field must not be able to trade characters.
func TestPayloadIsUnambiguous(t *testing.T) {
	a, b := request(), request()
	a.Name, b.Name = "1:x", "x"
	if payload("k", a) == payload("k1:", b) || payload("", a) == payload("", b) {
		t.Error("two different forms have one digest")
	}
}

func TestHundredAtOnce(t *testing.T) {
	for _, key := range []string{"k", ""} {
		t.Run("key="+key, func(t *testing.T) {
			onBoth(t, func(t *testing.T, url string) {
				s := newStand(t, url, nil)
				var wg sync.WaitGroup
				ids := make([]string, 100)
				for i := range ids {
					wg.Go(func() {
						out, err := s.Submit(context.Background(), submission(key))
						if err != nil || !out.Delivered {
							t.Errorf("Submit() = %v, %v", out, err)
						}
						ids[i] = out.ID
					})
				}
				wg.Wait()
				s.work()
				for _, id := range ids {
					if id != ids[0] {
						t.Fatalf("two leads: %s and %s", id, ids[0])
					}
				}
				s.want(ids[0], Delivered, Delivered, 1, 1)
				if n := len(s.leads(Filter{})); n != 1 {
					t.Errorf("%d leads, want 1", n)
				}
			})
		})
	}
}

// Those who wait for the first are told what the first is told.
func TestDuplicatesShareAFailure(t *testing.T) {
	onBoth(t, func(t *testing.T, url string) {
		s := newStand(t, url, nil)
		arrived, answer := make(chan struct{}, 3), make(chan struct{})
		s.hook.set(func(w http.ResponseWriter, _ *http.Request) { arrived <- struct{}{}; <-answer; w.WriteHeader(500) })
		results := make(chan string, 3)
		submit := func(d *Service) {
			out, err := d.Submit(context.Background(), submission("k"))
			results <- fmt.Sprint(out.Delivered, err)
		}
		go submit(s.Service)
		<-arrived
		go submit(s.Service)
		// One more that is not in this desk's list of flights: it finds the
		// lease in the journal, as in another instance.
		go func() {
			a, err := s.store(context.Background(), submission("k"), payload("k", request()))
			close(answer)
			results <- fmt.Sprint(s.await(context.Background(), a.ID, a.Busy), err)
		}()
		for range 3 {
			if got := <-results; got != "false <nil>" {
				t.Errorf("a duplicate was told %s, want false <nil>", got)
			}
		}
	})
}
