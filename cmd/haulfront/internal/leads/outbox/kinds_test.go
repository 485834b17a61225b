package outbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// TestKinds checks what the table says of kinds.
func TestKinds(t *testing.T) {
	for kind, want := range map[Kind]string{
		Webhook: "delivers", Email: "delivers", "workiz": "delivers", OwnerMail: "delivers mail",
		VisitorMail: "mail to-visitor", CustomerMail: "mail to-visitor of-office", AnswerMail: "mail of-office",
		ReminderMail: "mail to-visitor of-office planned",
	} {
		var is []string
		for _, word := range []struct {
			is   bool
			name string
		}{{kind.Delivers(), "delivers"}, {slices.Contains(Mails(), kind), "mail"}, {kind.ToVisitor(), "to-visitor"},
			{kind.OfOffice(), "of-office"}, {kind.Planned(), "planned"}} {
			if word.is {
				is = append(is, word.name)
			}
		}
		if got := strings.Join(is, " "); got != want || slices.Contains(Kinds(), kind) != (kind != "workiz") {
			t.Errorf("%s is %q, want %q", kind, got, want)
		}
	}
}

// TestAfterFailure checks what follows a failed attempt: the next step of the schedule, or what the receiver asks for,
// and death after the last. Attempts that a visitor caused, or that were not made, take no step.
func TestAfterFailure(t *testing.T) {
	now := time.Date(2025, 10, 5, 12, 0, 0, 0, time.UTC)
	steps := []time.Duration{time.Minute, time.Hour}
	for name, test := range map[string]struct {
		delivery leasedDelivery
		result   result
		due      time.Duration // from now, before the attempt
		status   Status
		from     time.Duration // from now; it may be a tenth later
		failures int
	}{
		"first":          {leasedDelivery{}, result{}, 0, Queued, time.Minute, 1},
		"last step":      {leasedDelivery{Failures: 1}, result{}, 0, Queued, time.Hour, 2},
		"dead":           {leasedDelivery{Failures: 2}, result{}, 0, Dead, 0, 3},
		"asked to wait":  {leasedDelivery{}, result{retryAfter: time.Hour}, 0, Queued, time.Hour, 1},
		"asked for less": {leasedDelivery{Failures: 1}, result{retryAfter: time.Minute}, 0, Queued, time.Hour, 2},
		"pressed again": {leasedDelivery{Failures: 2, Manual: true}, result{}, 2 * time.Hour, Queued,
			2 * time.Hour, 2},
		"pressed when due": {leasedDelivery{Failures: 1, Manual: true}, result{}, 0, Queued, time.Minute, 1},
		"not made":         {leasedDelivery{Failures: 2}, result{notMade: true}, -time.Hour, Queued, time.Minute, 2},
	} {
		status, due, failures := afterFailure(test.delivery, test.result, steps, now.Add(test.due), now)
		wait := due.Sub(now)
		if test.status == Dead {
			wait = 0
		}
		if status != test.status || failures != test.failures || wait < test.from || wait > test.from+test.from/10 {
			t.Errorf("%s: %s in %v after %d failures, want %+v", name, status, wait, failures, test)
		}
	}
	list := "[]"
	for status := range maxAttempts + 2 {
		var err error
		list, err = appendAttempts(list, []Attempt{{Status: status}})
		testkit.Must(t, err)
	}
	var kept []Attempt
	testkit.Must(t, json.Unmarshal([]byte(list), &kept))
	if len(kept) != maxAttempts || kept[0].Status != 2 {
		t.Errorf("%d attempts are kept, from %d on, want the last %d", len(kept), kept[0].Status, maxAttempts)
	}
}
