package queue

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

const pace = 5 * time.Nanosecond

// TestQueue checks the order of turns: networks get equal shares of the time, a network's turns stay in order, those
// that are given up make room, and a network that was quiet goes ahead.
func TestQueue(t *testing.T) {
	for name, test := range map[string]struct {
		// A request is a network, and a digit for each turn: its work. With "!", it leaves at once, and for
		// each ".", a turn ends before it comes.
		requests, want string
		credit         float64
	}{
		"one network":                 {"a11 a1", "a0 a0 a1", 0},
		"a network with one":          {"a1111 a1111 b1", "a0 b2 a0 a0 a0 a1 a1 a1 a1", 0},
		"three networks":              {"a11 b11 c11", "a0 b1 c2 a0 b1 c2", 0},
		"a network with larger ones":  {"a99 b3333", "a0 b1 b1 b1 a0 b1", 0},
		"one that leaves":             {"a11 b11! c1", "a0 c2 a0", 0},
		"the current one that leaves": {"a11! b1", "b1", 0},
		"a quiet network":             {"a1111 b1111 ....c1 .c1", "a0 b1 a0 b1 a0 c2 c3 b1 a0 b1", 2},
	} {
		t.Run(name, func(t *testing.T) {
			q := New(1, test.credit, pace)
			owner := map[*Turn]string{}
			var got []string
			end := func() {
				select {
				case <-q.current[0].Begun:
				default:
					t.Fatal("the current turn has not begun")
				}
				got = append(got, owner[q.current[0]])
				q.Leave(time.Nanosecond, q.current[0])
			}
			for i, request := range strings.Fields(test.requests) {
				for ; request[0] == '.'; request = request[1:] {
					end()
				}
				request, leaves := strings.CutSuffix(request, "!")
				var works []float64
				for _, digit := range request[1:] {
					works = append(works, float64(digit-'0'))
				}
				turns, err := q.Join(t.Context(), network(request[0]), works...)
				testkit.Must(t, err)
				for _, turn := range turns {
					owner[turn] = request[:1] + string(rune('0'+i))
				}
				if leaves {
					q.Leave(0, turns...)
				}
			}
			for len(q.current) > 0 {
				end()
			}
			if want := strings.Fields(test.want); !slices.Equal(got, want) || len(q.ends) > 0 {
				t.Errorf("the order is %v, want %v; %d networks are kept", got, want, len(q.ends))
			}
		})
	}
}

func network(name byte) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{192, 0, 2, name}), 32)
}

// TestQueueRefuses checks that a request is refused at once if it cannot be decoded in time, which depends on what its
// network has waiting and on the measured pace.
func TestQueueRefuses(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	const minute = float64(time.Minute / pace)
	q := New(1, 0, pace)
	join := func(name byte, want error, minutes ...float64) {
		t.Helper()
		var works []float64
		for _, each := range minutes {
			works = append(works, each*minute)
		}
		if _, err := q.Join(ctx, network(name), works...); !errors.Is(err, want) {
			t.Fatalf("join(%c, %v) = %v, want %v", name, minutes, err, want)
		}
	}
	join('a', nil, 90) // nobody else waits
	join('b', ErrFull, 1)
	q.Leave(time.Minute, q.current[0]) // ninety times as fast as expected
	for range 50 {
		join('a', nil, 60)
	}
	join('a', ErrFull, 60, 3_000)
	join('b', nil, 60, 60)
}
