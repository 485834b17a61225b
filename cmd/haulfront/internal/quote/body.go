package quote

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"
)

// A member is a name and a value of a JSON object. Both bodies have their members in the order of the specification,
// section 7.
type member struct{ name, value string }

// members returns the request's members of the webhook's body.
func (r Request) members() []member {
	var list []member
	for _, f := range Recorded() {
		list = append(list, member{f.Name, f.Text(&r)})
	}
	return list
}

// WebhookBody returns the JSON for the lead webhook: exactly name, email, phone, serviceType, zipCode,
// serviceTimeframe, message, source and timestamp, in that order (specification, section 7). The timestamp is in UTC
// with milliseconds, in the format of JavaScript's Date.prototype.toISOString.
func (r Request) WebhookBody(at time.Time) []byte {
	return encode(append(r.members(), member{"timestamp", at.UTC().Format("2006-01-02T15:04:05.000Z")}))
}

// EmailBody returns the JSON for the function send-contact-email: the webhook's fields without source and timestamp
// (specification, section 7).
func (r Request) EmailBody() []byte {
	return encode(slices.DeleteFunc(r.members(), func(m member) bool { return m.name == "source" }))
}

// encode does not escape <, > and &: the receivers read JSON, not HTML, and an e-mail template that shows the raw text
// must not show a visitor's "&" as an escape.
func encode(members []member) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	text := func(s string) {
		if err := e.Encode(s); err != nil {
			panic("quote: encode a string: " + err.Error())
		}
		b.Truncate(b.Len() - 1) // Encode ends the line
	}
	for i, m := range members {
		b.WriteByte("{,"[min(i, 1)])
		text(m.name)
		b.WriteByte(':')
		text(m.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
