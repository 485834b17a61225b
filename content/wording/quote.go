package wording

import (
	"cmp"
	"slices"
	"strings"

	"haulfront/content/company"
	"haulfront/content/load"
)

// Quote is quote.yaml.
type Quote struct {
	ServiceTypes, ServiceTimeframes []string

	Sources  struct{ Hero, Quote, Contact string }
	Labels   QuoteLabels
	Messages QuoteMessages
	ByPhone  string
	// Photos are the words about photographs, apart from the labels of their field.
	Photos struct {
		// Toast reports that something is wrong with them. Problems describe what, by the keys of package quote.
		Toast    Toast
		Problems map[string]string
		// Message precedes the links to them in a lead's message.
		Message string
	}
	// Times is what the form says about picking a time, by the mode of booking.
	Times map[string]string
	// Prices has the words for a price, by its kind.
	Prices map[string]string
	// By maps each way to answer to the promise of an answer, by [time] on [day].
	By map[string]string
	// ByOutside is the same for a ZIP code that may be too far: nobody may come to look.
	ByOutside map[string]string
	PhoneUse  string
	// Ads is what visitors read if requests are exported for ads, and if they are not; then if pages load the scripts
	// of other companies, [names], and if they do not.
	Ads struct {
		Shared, NotShared, Untracked Ads
		Tracked                      Ads `places:"[names]"`
	}
	// Tool describes the form to assistants, Params the fields whose labels do not say enough, by name.
	Tool   Tool
	Params map[string]string
	// Limit stands below a text, for browsers without scripts to count. [max] is a number.
	Limit string `places:"[max]"`
}

// The kinds of price.
const (
	Usual = "usual" // published for a service
	About = "about" // said from a description or photographs
	From  = "from"  // the same, of an amount without an upper end
	Final = "final" // said on site before loading
)

// Price returns a price, such as "$99–$399", in the words for its kind. Words in its place stay as they are.
func (q *Quote) Price(kind, price string) string {
	if !strings.Contains(price, "$") {
		return price
	}
	if amount, open := strings.CutSuffix(price, "+"); open && kind == About && !strings.Contains(amount, "–") {
		kind, price = From, amount
	}
	from, _, _ := strings.Cut(q.Prices[From], "[price]")
	if amount, open := strings.CutPrefix(price, from); open && from != "" {
		kind, price = From, amount
	}
	return strings.ReplaceAll(q.Prices[kind], "[price]", price)
}

// Ads says what advertisers get: below the form's phone number, where empty is PhoneUse, and on the privacy page, which
// also says whose scripts pages load.
type Ads struct {
	Phone            string `yaml:",omitempty"`
	Privacy, Scripts string `yaml:",omitempty"`
}

// AdsWords are the words about ads of a company that shares requests with advertisers, or does not, and whose pages
// load the scripts of others, if there are any.
func (q *Quote) AdsWords(shared bool, others []string) Ads {
	words := q.Ads.NotShared
	if shared {
		words = q.Ads.Shared
	}
	words.Phone, words.Scripts = cmp.Or(words.Phone, q.PhoneUse), q.Ads.Untracked.Scripts
	if others == nil {
		return words
	}
	tracked := q.Ads.Tracked
	if !shared {
		words.Privacy = tracked.Privacy
	}
	fill := strings.NewReplacer("[names]", strings.Join(others, ", ")).Replace
	return Ads{fill(words.Phone + " " + tracked.Phone), fill(words.Privacy), fill(tracked.Scripts)}
}

// RemoveTexts leaves out the choice of text messages and their consent.
func (q *Quote) RemoveTexts() {
	more := &q.Labels.More
	more.Ways = slices.DeleteFunc(slices.Clone(more.Ways), func(way QuoteChoice) bool { return way.Value == "text" })
	more.Consent, more.ConsentParam, more.Agreed, more.Photos.Text = "", "", "", ""
	delete(q.By, "text")
	delete(q.ByOutside, "text")
	q.Labels.Short["consent"], q.Messages.Doubts["consent"] = "", ""
}

// Option returns the label of an option of the form.
func (l *QuoteLabels) Option(value string) string { return cmp.Or(l.Options[value], value) }

// LongerText returns the error of a field whose text has length characters, over its limit of max.
func (m *QuoteMessages) LongerText(length, max int) string {
	return strings.NewReplacer("[length]", company.Thousands(length), "[max]", company.Thousands(max)).Replace(m.Longer)
}

// ContactWays are the values of the field "contact", the usual one first.
var ContactWays = []string{"call", "text", "email"}

func (q *Quote) Check(d *load.Decoder) {
	var ways []string
	for _, choice := range q.Labels.More.Ways {
		ways = append(ways, choice.Value)
	}
	if !slices.Equal(ways, ContactWays) {
		d.Report(&q.Labels.More.Ways, "wanted "+strings.Join(ContactWays, ", "), "the values are %s",
			strings.Join(ways, ", "))
	}
	for _, by := range []*map[string]string{&q.By, &q.ByOutside} {
		for _, way := range ContactWays {
			if text := (*by)[way]; !strings.Contains(text, "[time]") || !strings.Contains(text, "[day]") {
				d.Report(by, "wanted call, text and email, each with [time] and [day] where they stand",
					"%s is %q", way, text)
			}
		}
	}
	for _, kind := range []string{Usual, About, From, Final} {
		if text := q.Prices[kind]; !strings.Contains(text, "[price]") {
			d.Report(&q.Prices, "wanted usual, about, from and final, each with [price]", "%s is %q", kind, text)
		}
	}
	if kind := &q.Photos.Toast.Kind; *kind != ToastDestructive {
		d.Report(kind, "wanted destructive", "%q is no kind of toast for a problem", *kind)
	}
	m := &q.Messages
	for _, toast := range []*Toast{&m.Missing, &m.Failed, &m.Received, &m.TooMany, &m.TooLong, &m.Question} {
		if toast.Kind != "" && toast.Kind != ToastSuccess && toast.Kind != ToastDestructive {
			d.Report(&toast.Kind, "wanted success or destructive", "%q is no kind of toast", toast.Kind)
		}
	}
}
