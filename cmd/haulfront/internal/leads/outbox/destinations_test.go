package outbox

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/postgres"
)

// newDestinationService opens a service with two destinations beside the webhook and the email function, and returns
// the receivers of Housecall Pro and of the template.
func newDestinationService(t *testing.T, url string) (s *testService, crm, other *testkit.Receiver) {
	t.Helper()
	crm, other = testkit.NewReceiver(t, "crm", nil), testkit.NewReceiver(t, "other", nil)
	crm.AllowBroken()
	file := filepath.Join(t.TempDir(), "lead.json")
	testkit.Must(t, os.WriteFile(file, []byte(`{"id": "{id}", "at": "{received}", "text": "{message}"}`), 0o600))
	list, err := destinations.Settings{
		HousecallPro: destinations.HousecallPro{HousecallProKey: "crm-key-secret", HousecallProURL: crm.URL},
		Template:     destinations.Template{LeadTemplateFile: file, LeadTemplateURL: other.URL},
	}.Open()
	testkit.Must(t, err)
	return newTestService(t, url, func(c *testConfig) { c.Destinations = list }), crm, other
}

func (s *testService) wantDelivery(id string, kind Kind, want Status) Delivery {
	s.t.Helper()
	d := s.get(id).Delivery(kind)
	if d.Status != want {
		s.t.Errorf("the delivery to %s is %q, want %q; attempts %+v", kind, d.Status, want, d.Attempts)
	}
	return d
}

// TestDestinations checks that destinations get each lead once, with its frozen bytes, even if the webhook fails.
func TestDestinations(t *testing.T) {
	sharedPostgres.OnEach(t, func(t *testing.T, url string) {
		s, crm, other := newDestinationService(t, url)
		s.webhookServer.Set(testkit.Status(http.StatusInternalServerError))
		crm.Set(testkit.Status(http.StatusServiceUnavailable))
		id := s.submit(post("key"), false)
		received := s.clock.Now()
		s.deliverDue()
		s.wantDelivery(id, "housecallpro", Queued)
		s.wantDelivery(id, "template", Delivered)
		if got, want := other.Take()[0].Body, fmt.Sprintf(`{"id":%q,"at":%q,"text":"<b> & co"}`, id,
			received.Format(time.RFC3339)); got != want {
			t.Errorf("the body is %s, want %s", got, want)
		}

		first := crm.Take()[0]
		crm.Set(testkit.Status(http.StatusCreated))
		s.clock.Advance(6 * time.Second)
		s.webhookServer.Set(nil)
		s.submit(post("key"), true) // the visitor presses again
		s.deliverDue()
		s.wantDelivery(id, "housecallpro", Delivered)
		again := crm.Take()
		if len(again) != 1 || again[0].Body != first.Body || again[0].Header.Get("Idempotency-Key") != id {
			t.Errorf("the second attempt was %v, want one with the bytes and the key of the first, %v", again, first)
		}
		if n := len(other.Take()); n != 0 {
			t.Errorf("the other destination got %d more calls, want none", n)
		}
	})
}

func TestDestinationFailures(t *testing.T) {
	s, crm, other := newDestinationService(t, postgres.SQLite(t))
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		want   Status
	}{
		{"refused", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, "mobile_number 555-0100 is invalid")
		}, Dead},
		{"busy", testkit.Status(http.StatusTooManyRequests), Queued},
		{"lost", testkit.Status(http.StatusGatewayTimeout), Unknown},
	} {
		crm.Set(test.answer)
		id := s.submit(post(test.name), true)
		s.deliverDue()
		d := s.wantDelivery(id, "housecallpro", test.want)
		if len(d.Attempts) != 1 || d.Attempts[0].Unknown != (test.want == Unknown) {
			t.Errorf("%s: the attempts are %+v, want one", test.name, d.Attempts)
		}
		if test.want == Dead && d.Attempts[0].Reason != "mobile_number 555-0100 is invalid" {
			t.Errorf("the reason is %q, want what the destination said", d.Attempts[0].Reason)
		}
		crm.Set(nil)
		if err := s.Replay(t.Context(), id, false, s.clock.Now()); err != nil {
			t.Errorf("Replay() = %v", err)
		}
		s.deliverDue()
		s.wantDelivery(id, "housecallpro", Delivered)
	}
	s.wantLog("level=ERROR")
	if n := len(other.All()); n != 3 {
		t.Errorf("the other destination was called %d times, want 3", n)
	}
}

// TestDestinationInterrupted checks that an interrupted attempt, which may have arrived, is not repeated.
func TestDestinationInterrupted(t *testing.T) {
	s, crm, _ := newDestinationService(t, postgres.SQLite(t))
	id := s.submit(post("key"), true)
	if claimed, _, err := s.claim(t.Context(), s.loops[1], workerSlots); err != nil || len(claimed) != 1 {
		t.Fatalf("claim() = %v, %v, want one delivery", claimed, err)
	}
	s.clock.Advance(2 * leaseDuration)
	s.deliverDue()
	s.wantDelivery(id, "housecallpro", Unknown)
	if n := len(crm.All()); n != 0 {
		t.Errorf("%d calls were made, want none", n)
	}
}

// TestDestinationRemoved removes settings: untried deliveries are given up, failed ones stay queued.
func TestDestinationRemoved(t *testing.T) {
	url := postgres.SQLite(t)
	s, crm, _ := newDestinationService(t, url)
	crm.Set(testkit.Status(http.StatusInternalServerError))
	id := s.submit(post("key"), true)
	s.deliverQueue(s.loops[1])
	s.wantDelivery(id, "housecallpro", Queued)
	s.cfg.Senders, s.loops = nil, s.loops[:1]
	s.clock.Advance(abandonedAfter - time.Second)
	s.deliverDue()
	s.wantDelivery(id, "template", Queued)
	s.clock.Advance(time.Second)
	s.deliverDue()
	s.wantDelivery(id, "template", Stored)
	s.wantDelivery(id, "housecallpro", Queued)
}
