package web

import (
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/content"
)

// withMore adds what the visitor chose in the form's optional part to a submission: as lines after the visitor's own message,
// which both outgoing bodies have, and as data.
func withMore(sub lead.Submission, words *content.Site, more content.QuoteMore) lead.Submission {
	sub.Request.Message = paragraphs(sub.Request.Message, words.QuoteMoreText(more))
	sub.Extra.Contact = more.Contact
	return sub
}

// paragraphs joins texts with an empty line between them. An empty text is left out.
func paragraphs(before, after string) string {
	if before == "" || after == "" {
		return before + after
	}
	return before + "\n\n" + after
}
