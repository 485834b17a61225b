package quote

import (
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"haulfront/content"
	"haulfront/content/contact"
	"haulfront/content/wording"
)

// Extra is the optional part of a request. The journal stores it as one column of JSON, so that a new field needs no
// migration. Whatever the owner has to read is in the message too, see [Post.ForOwner].
type Extra struct {
	Estimate *Estimate `json:"estimate,omitempty"`
	Answer   Answer    `json:"answer,omitzero"`
	// Language is what the visitor reads, as a BCP 47 tag; "" for English.
	Language string `json:"language,omitempty"`
	// OptedOut reports that the visitor's browser asks not to be tracked.
	OptedOut    bool         `json:"optedOut,omitempty"`
	Attribution *Attribution `json:"attribution,omitempty"`
	// Refused are the names of photographs that were not kept, by the keys of photos.problems in content/quote.yaml.
	Refused map[string][]string `json:"refused,omitempty"`
	// Texts are the fields of text without a column of their own, by name.
	Texts map[string]string `json:"texts,omitempty"`
	// Unread is why the journal's column cannot be read. Then the visitor counts as opted out, and the rest is empty.
	Unread error `json:"-"`
}

// Value implements [driver.Valuer].
func (x Extra) Value() (driver.Value, error) {
	data, err := json.Marshal(x)
	return string(data), err
}

// Scan implements [sql.Scanner]. A column that cannot be read costs neither its request nor a list: see Unread.
func (x *Extra) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return fmt.Errorf("the column extra is a %T", value)
	}
	if err := json.Unmarshal([]byte(text), x); err != nil {
		*x = Extra{OptedOut: true, Unread: fmt.Errorf("read the column extra: %w", err)}
	}
	return nil
}

// Answer is how the visitor wants to be answered.
type Answer struct {
	Contact string   `json:"contact,omitempty"` // "call", "text" or "email"; empty: no preference
	Consent *Consent `json:"consent,omitempty"` // to text messages; nil: the visitor did not agree to any
}

// Consent is what a visitor agreed to.
type Consent struct {
	// Words are those that the visitor saw, on the page at the path Page. At is when the form was sent.
	Words string    `json:"words"`
	At    time.Time `json:"at"`
	Page  string    `json:"page"`
}

// Nothing in the optional part may cost a lead: a value that the form does not offer is ignored.

func readContact(p *Post) {
	way := p.Values.Get("contact")
	if ChoiceLabel(p.Words.Quote().Labels.More.Ways, way) != "" {
		p.Extra.Answer.Contact = way
	}
}

func contactNote(p *Post) string {
	words := p.Words.Quote().Labels.More
	return labeled(words.Contact+" ", ChoiceLabel(words.Ways, p.Extra.Answer.Contact))
}

// readConsent comes after readContact: the box is for visitors who want texts. A page from before the words changed
// showed other words, so its visitor has not agreed to these. A visitor who was asked about a way that lacks a consent
// or an address, and sends the form as it is, gets a call.
func readConsent(p *Post) {
	version := p.Values.Get("consentVersion")
	if p.Values.Get("consent") == "on" && p.Extra.Answer.Contact == "text" &&
		(version == "" || version == p.Shown.ConsentVersion()) {
		words := p.Shown.Quote().Labels.More.Consent
		p.Extra.Answer.Consent = &Consent{Words: words, At: p.At.UTC(), Page: p.Page}
	}
	if missing := p.Request.missing(); missing != "" && slices.Contains(p.asked, missing) {
		p.Extra.Answer.Contact = "call"
	}
}

// missing returns the name of the field that the visitor's way to be answered needs and that lacks, "" without one.
func (r Request) missing() string {
	switch answer := r.Extra.Answer; {
	case answer.Contact == "text" && answer.Consent == nil:
		return "consent"
	case answer.Contact == "email" && contact.Mailbox(CleanLine(r.Email)) == "":
		return "email"
	}
	return ""
}

func consentNote(p *Post) string {
	if p.Extra.Answer.Consent == nil {
		return ""
	}
	return p.Words.Quote().Labels.More.Agreed
}

// maxLanguage is the length of the longest tag that is parsed (RFC 5646, section 4.4.1).
const maxLanguage = 35

func readLanguage(p *Post) {
	text := cmp.Or(p.Values.Get("language"), p.Words.Language(p.Page))
	if len(text) > maxLanguage {
		return
	}
	tag, err := language.Parse(text)
	if base, _ := tag.Base(); err == nil && base.String() != "en" && base.String() != "und" {
		p.Extra.Language = tag.String()
	}
}

func languageNote(p *Post) string { return p.Request.Reads(p.Words) }

// Reads is the line in the message about a visitor who does not read English; "" for English.
func (r Request) Reads(words *content.Site) string {
	tag := r.Extra.Language
	if tag == "" {
		return ""
	}
	base, _ := language.Make(tag).Base()
	return strings.ReplaceAll(words.Quote().Labels.More.Reads, "[language]", display.English.Languages().Name(base))
}

func languageCells(r *Request, _ *time.Location) []Cell {
	return []Cell{{Name: "language", Value: r.Extra.Language}}
}

func contactCells(r *Request, _ *time.Location) []Cell {
	return []Cell{{Name: "contact", Value: r.Extra.Answer.Contact}}
}

func consentCells(r *Request, office *time.Location) []Cell {
	var value string
	if c := r.Extra.Answer.Consent; c != nil {
		value = c.At.In(office).Format("2006-01-02 15:04:05 MST") + " on " + c.Page + ": " + c.Words
	}
	return []Cell{{Name: "consent", Value: value}}
}

// ChoiceLabel returns the label of a value, "" if it is not one of the choices.
func ChoiceLabel(choices []wording.QuoteChoice, value string) string {
	i := slices.IndexFunc(choices, func(c wording.QuoteChoice) bool { return c.Value == value })
	if i < 0 {
		return ""
	}
	return choices[i].Label
}

// labeled returns a text after its label, "" without a text.
func labeled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}

// Estimate is the estimate that came with a request, with the prices of that moment.
type Estimate struct {
	// Query is its address after the "?".
	Query string `json:"query"`
	// Total is the range as the visitor saw it. Low and High are its ends in US dollars: both are 0 if the price list
	// has no answer, and High is 0 if the range has no upper end.
	Total string                 `json:"total"`
	Low   int                    `json:"low"`
	High  int                    `json:"high"`
	Lines []content.EstimateLine `json:"lines"`
}

func readEstimate(p *Post) {
	if p.Estimate != nil {
		answer := &p.Estimate.Answer
		p.Extra.Estimate = &Estimate{answer.Query, answer.Total, answer.Low, answer.High, answer.Lines}
	}
}

func estimateNote(p *Post) string {
	e := p.Extra.Estimate
	if e == nil {
		return ""
	}
	lines := []string{p.Words.FormEstimate(nil).Title + ": " + e.Total}
	for _, line := range e.Lines {
		text := line.Label + ": " + line.Price
		if line.Note != "" {
			text += " (" + line.Note + ")"
		}
		lines = append(lines, text)
	}
	return strings.Join(append(lines, p.BaseURL+content.EstimatePath+"?"+e.Query), "\n")
}

func estimateCells(r *Request, _ *time.Location) []Cell {
	var value string
	if e := r.Extra.Estimate; e != nil {
		value = e.Total + " for " + e.Query
	}
	return []Cell{{Name: "estimate", Value: value}}
}
