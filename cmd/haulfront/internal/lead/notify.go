package lead

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"haulfront/cmd/haulfront/internal/quote"
)

// AlertHeader is on everything that tells the owner of troubles, with the value "1".
const AlertHeader = "X-Haulfront-Alert"

// Calls returns the kinds of calls that are configured: those that Notify can make.
func (s *Service) Calls() (kinds []Kind) {
	if s.webhook != nil {
		kinds = append(kinds, Webhook)
	}
	if s.email != nil {
		kinds = append(kinds, Email)
	}
	return kinds
}

// Notify makes one attempt at a call that reaches the owner in the way of a lead, without storing anything.
func (s *Service) Notify(ctx context.Context, kind Kind, r quote.Request) error {
	header := http.Header{AlertHeader: {"1"}}
	if kind == Email {
		ctx, cancel := context.WithTimeout(ctx, emailLimit)
		defer cancel()
		return s.email.Invoke(ctx, "send-contact-email", r.EmailBody(), "", header)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make an ID: %w", err)
	}
	now := s.now()
	_, _, err = s.webhook.post(ctx, "alert-"+id.String(), r.WebhookBody(now), now, header)
	return err
}
