package quote

import (
	"bytes"
	"encoding/json"
	"time"
)

// contact is the seven fields that both calls carry, in the order of the
// specification, section 7.
type contact struct {
	Name             string `json:"name"`
	Email            string `json:"email"`
	Phone            string `json:"phone"`
	ServiceType      string `json:"serviceType"`
	ZIPCode          string `json:"zipCode"`
	ServiceTimeframe string `json:"serviceTimeframe"`
	Message          string `json:"message"`
}

func (r Request) contact() contact {
	return contact{r.Name, r.Email, r.Phone, r.ServiceType, r.ZIPCode, r.ServiceTimeframe, r.Message}
}

// WebhookBody returns the JSON for the lead webhook: name, email, phone,
// serviceType, zipCode, serviceTimeframe, message, source, timestamp, nothing
// else, in that order (specification, section 7). The timestamp is at in UTC
// with milliseconds, written like JavaScript's Date.prototype.toISOString.
func (r Request) WebhookBody(at time.Time) []byte {
	return encode(struct {
		contact
		Source    string `json:"source"`
		Timestamp string `json:"timestamp"`
	}{r.contact(), r.Source, at.UTC().Format("2006-01-02T15:04:05.000Z")})
}

// EmailBody returns the JSON for the function send-contact-email: the
// webhook's fields without source and timestamp (specification, section 7).
func (r Request) EmailBody() []byte { return encode(r.contact()) }

// encode leaves <, > and & as they are: the receivers read JSON, not HTML, and
// an e-mail template that shows the raw text must not show a visitor's "&" as
// an escape.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("quote: a struct of strings does not encode: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
