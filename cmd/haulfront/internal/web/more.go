package web

import (
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/content"
)

// withMore adds what the visitor chose in the form's optional part to a submission: as lines after the visitor's own message,
// which both outgoing bodies have, and as data.
func withMore(sub lead.Submission, p post, now time.Time) lead.Submission {
	words := p.site.Content()
	sub.Request.Message = paragraphs(sub.Request.Message, words.QuoteMoreText(p.more))
	if p.more.Contact == "" && len(p.more.Windows) == 0 {
		return sub
	}
	sub.Extra.Answer = &lead.Answer{Contact: p.more.Contact, Windows: p.more.Windows}
	if p.more.Consent {
		sub.Extra.Answer.Consent = &lead.Consent{Words: words.ConsentWords(), At: now.UTC(), Page: p.page}
	}
	return sub
}

// paragraphs joins texts with an empty line between them. An empty text is left out.
func paragraphs(before, after string) string {
	if before == "" || after == "" {
		return before + after
	}
	return before + "\n\n" + after
}

// receipt is what a visitor without JavaScript is told after a success, on the page that the redirect leads to.
type receipt struct {
	// form is the id of the form, reference the start of the lead's ID, way how the visitor is answered, and at when the form was sent.
	form, reference, way string
	at                   time.Time
}

// received is the receipt in words.
func (r receipt) received(words *content.Site) content.QuoteReceived {
	return content.QuoteReceived{Reference: r.reference, By: words.AnswerBy(r.at, r.way)}
}

// receipt returns that of a post whose lead has the given ID.
func (p post) receipt(id string, now time.Time) receipt {
	way := p.more.Contact
	if way == "email" && p.request.Email == "" {
		way = "" // by phone then, the one address that every lead has
	}
	return receipt{form: p.form, reference: lead.Reference(id), way: way, at: now}
}
