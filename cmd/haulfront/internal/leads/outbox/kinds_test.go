package outbox

import (
	"slices"
	"strings"
	"testing"
)

// TestFollows checks that attempts that directly follow nothing take no slot from those that do.
func TestFollows(t *testing.T) {
	s := &Service{cfg: Config{Senders: map[Kind]Sender{Email: {}, VisitorMail: {}}}}
	for _, kind := range Kinds() {
		if got := s.follows(kind); got != (kind == Webhook) {
			t.Errorf("follows(%s) = %v", kind, got)
		}
	}
	if (&Service{}).follows(Webhook) {
		t.Error("an email that is not configured follows")
	}
}

// TestKinds checks what the table says of kinds.
func TestKinds(t *testing.T) {
	kinds := map[Kind]string{
		Webhook: "delivers", Email: "delivers", "workiz": "delivers", OwnerMail: "delivers mail",
		VisitorMail: "mail to-visitor", CustomerMail: "mail to-visitor of-office", AnswerMail: "mail of-office",
		ReminderMail: "mail to-visitor of-office planned",
	}
	for kind, want := range kinds {
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
