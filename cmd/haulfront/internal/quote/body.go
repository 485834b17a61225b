package quote

import (
	"bytes"
	"encoding/json"
	"time"
)

// contact is the seven fields that both bodies contain, in the order of the specification, section 7.
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

// WebhookBody returns the JSON for the lead webhook: exactly name, email, phone, serviceType, zipCode,
// serviceTimeframe, message, source and timestamp, in that order (specification, section 7). The timestamp is in UTC
// with milliseconds, in the format of JavaScript's Date.prototype.toISOString.
func (r Request) WebhookBody(at time.Time) []byte {
	return encode(struct {
		contact
		Source    string `json:"source"`
		Timestamp string `json:"timestamp"`
	}{r.contact(), r.Source, at.UTC().Format("2006-01-02T15:04:05.000Z")})
}

// EmailBody returns the JSON for the function send-contact-email: the webhook's fields without source and timestamp
// (specification, section 7).
func (r Request) EmailBody() []byte { return encode(r.contact()) }

// encode does not escape <, > and &: the receivers read JSON, not HTML, and an e-mail template that shows the raw text
// must not show a visitor's "&" as an escape.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("quote: encode a struct of strings: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
