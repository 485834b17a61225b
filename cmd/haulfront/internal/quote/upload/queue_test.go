package upload

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

// TestQueue checks the order in which photographs are decoded: networks get equal shares of the time, a network's
// photographs stay in order, and those that are given up make room.
func TestQueue(t *testing.T) {
	for name, test := range map[string]struct {
		// A request is a network, and a digit for each photograph: its work. After "!", a request leaves at once.
		requests, want string
	}{
		"one network":                 {"a11 a1", "a0 a0 a1"},
		"a network with one":          {"a1111 a1111 b1", "a0 b2 a0 a0 a0 a1 a1 a1 a1"},
		"three networks":              {"a11 b11 c11", "a0 b1 c2 a0 b1 c2"},
		"a network with larger ones":  {"a99 b3333", "a0 b1 b1 b1 a0 b1"},
		"one that leaves":             {"a11 b11! c1", "a0 c2 a0"},
		"the current one that leaves": {"a11! b1", "b1"},
	} {
		t.Run(name, func(t *testing.T) {
			q := &queue{spent: firstPace, done: 1}
			owner := map[*turn]string{}
			for i, request := range strings.Fields(test.requests) {
				request, leaves := strings.CutSuffix(request, "!")
				var works []float64
				for _, digit := range request[1:] {
					works = append(works, float64(digit-'0'))
				}
				turns, err := q.join(t.Context(), network(request[0]), works)
				testkit.Must(t, err)
				for _, turn := range turns {
					owner[turn] = request[:1] + string(rune('0'+i))
				}
				if leaves {
					q.leave(0, turns...)
				}
			}
			var got []string
			for q.current != nil {
				select {
				case <-q.current.begun:
				default:
					t.Fatal("the current turn has not begun")
				}
				got = append(got, owner[q.current])
				q.leave(time.Nanosecond, q.current)
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
	const minute = float64(time.Minute / firstPace)
	q := &queue{spent: firstPace, done: 1}
	join := func(name byte, want error, minutes ...float64) {
		t.Helper()
		var works []float64
		for _, each := range minutes {
			works = append(works, each*minute)
		}
		if _, err := q.join(ctx, network(name), works); !errors.Is(err, want) {
			t.Fatalf("join(%c, %v) = %v, want %v", name, minutes, err, want)
		}
	}
	join('a', nil, 90) // nobody else waits
	join('b', ErrNoRoom, 1)
	q.leave(time.Minute, q.current) // ninety times as fast as expected
	for range 50 {
		join('a', nil, 60)
	}
	join('a', ErrNoRoom, 60, 3_000)
	join('b', nil, 60, 60)
}

// TestConvertWaits checks that one photograph is decoded at a time, and that the context bounds the wait.
func TestConvertWaits(t *testing.T) {
	turns, err := decoder.join(t.Context(), network('a'), []float64{1})
	testkit.Must(t, err)
	form := upload(t, jpegOf(picture(4, 4)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := errors.Join(form.Check(), form.Convert(ctx)); !errors.Is(err, context.Canceled) {
		t.Errorf("Convert() while another is decoded = %v, want the error of its context", err)
	}
	decoder.leave(0, turns...)
	if err := form.Convert(t.Context()); err != nil {
		t.Errorf("Convert() afterwards = %v", err)
	}
	if _, err := reduce(ctx, picture(4, 4), form.Files[0].Size); !errors.Is(err, context.Canceled) {
		t.Errorf("reduce() = %v, want the error of its context", err)
	}
}
