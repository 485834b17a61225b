package office

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/content"
	"haulfront/content/company"
	"haulfront/content/contact"
	"haulfront/content/load"
)

// MailLead is a quote request as mails show it.
type MailLead struct {
	ID, Source, Page string
	// Reference is the start of ID, which visitors see. Way is how the visitor wants to be answered.
	Reference, Way string
	// Origin says where the visitor came from; empty: that is not shown.
	Origin string
	// Link is the address of the customer's page, if it has one.
	Link string
	// SpamReason lists the signs of spam; empty: none.
	SpamReason string
	Received   time.Time
	// Fields are the names of the fields in the order of the mail, Values their values.
	Fields []string
	Values map[string]string
}

// MailSummary is what the owner learns when the office closes.
type MailSummary struct {
	Since, Until time.Time
	Requests     []MailLead // of that time, newest first
	Suspects     int        // requests of that time that are held back
	Undelivered  []MailLead // of any time
	Problems     []string
	// KnowsBackups means that LastBackup is known; it is zero before the first backup.
	KnowsBackups bool
	LastBackup   time.Time
}

// maxMailValue is the maximum length of a value in a subject or a preview, in characters.
const maxMailValue = 60

// OwnerMail returns the mail to the owner about a lead.
func (w Words) OwnerMail(l MailLead) Mail {
	src := &w.MailWords().Owner
	phone, mailto := contact.ParsePhone(l.Values["phone"]), contact.MailLink(l.Values["email"])
	words := strings.NewReplacer(
		"[service]", shorten(l.Values["serviceType"]), "[place]", w.place(l.Values["zipCode"]),
		"[timeframe]", shorten(l.Values["serviceTimeframe"]), "[name]", shorten(l.Values["name"]),
		"[phone]", shorten(phone.Label), "[email]", shorten(l.Values["email"]),
		"[message]", shorten(w.withoutWish(l.Values["message"])),
		"[received]", l.Received.In(w.Location()).Format("Monday, January 2 at 3:04 PM"))
	note := src.Note
	if mailto == "" {
		note = "" // a reply does not go to the customer
	}
	m := w.newMail(words.Replace(src.Subject), words.Replace(src.Title), words.Replace(src.Lead), note)
	if wish := w.wish(l.Way); wish != "" {
		m.Subject += " · " + wish
	}
	m.Preview = strings.Trim(words.Replace(src.Preview), " .")
	for _, action := range []content.Link{{Label: src.Call, Href: phone.Tel}, {Label: src.Text, Href: phone.SMS},
		{Label: src.Reply, Href: mailto}} {
		if action.Href != "" {
			m.Actions = append(m.Actions, content.Link{Label: words.Replace(action.Label), Href: action.Href})
		}
	}
	m.Actions = preferred(m.Actions, l.Way)
	m.Sections = []MailSection{{Rows: w.LeadRows(l)}}
	return m
}

// LeadRows returns everything that came with a request.
func (w Words) LeadRows(l MailLead) (rows []MailRow) {
	rows = append(rows, MailRow{Label: w.Office().Request.Prefers, Value: w.prefers(l.Way)})
	phone := contact.ParsePhone(l.Values["phone"])
	hrefs := map[string]string{"phone": phone.Tel, "email": contact.MailLink(l.Values["email"])}
	for _, name := range l.Fields {
		value := l.Values[name]
		switch name {
		case "phone":
			value = phone.Label
		case "message":
			value = w.withoutWish(value) // the first row has it
		}
		rows = append(rows, MailRow{w.label(name), value, hrefs[name]})
	}
	labels := &w.MailWords().Owner
	for _, row := range [][2]string{
		{labels.Source, l.Source}, {labels.Page, l.Page}, {w.Office().Request.Origin, l.Origin},
		{labels.Suspect, l.SpamReason}, {labels.Reference, l.Reference}, {labels.ID, l.ID},
	} {
		rows = append(rows, MailRow{Label: row[0], Value: row[1]})
	}
	return filled(rows)
}

// label returns the label of a field's row, as on the visitor's confirmation if that has one.
func (w Words) label(name string) string {
	labels := w.QuoteLabels()
	switch received := labels.Received; name {
	case "serviceType":
		return received.Service
	case "zipCode":
		return received.ZIP
	case "serviceTimeframe":
		return received.Timeframe
	}
	return load.Capitalize(labels.Short[name])
}

// filled returns the rows that have a label and a value.
func filled(rows []MailRow) []MailRow {
	return slices.DeleteFunc(rows, func(r MailRow) bool { return r.Label == "" || r.Value == "" })
}

// VisitorMail returns the mail that confirms a lead to its visitor, as it leaves now. It repeats only options of the
// form and a ZIP code: anyone may type somebody else's address, and must not be able to send texts or links there.
func (w Words) VisitorMail(l MailLead, now time.Time) Mail {
	src, brand := &w.MailWords().Visitor, w.Brand()
	m := w.newMail(src.Subject, src.Title, src.Lead, src.Note)
	by := w.AnswerBy(l.Received, now, l.Way, l.Values["zipCode"])
	m.Preview = by
	m.Actions = []content.Link{{Label: src.Call, Href: brand.Phone.Href}, {Label: src.Text, Href: brand.Text.Href}}
	if l.Link != "" {
		m.Actions = append([]content.Link{{Label: w.Office().CustomerMail.See, Href: l.Link}}, m.Actions...)
	}
	var rows []MailRow
	services, timeframes := w.QuoteOptions()
	for _, name := range l.Fields {
		value := l.Values[name]
		isOption := slices.Contains(services, value) && name == "serviceType" ||
			slices.Contains(timeframes, value) && name == "serviceTimeframe" ||
			zipCode.MatchString(value) && name == "zipCode"
		if isOption {
			rows = append(rows, MailRow{Label: w.label(name), Value: value})
		}
	}
	if l.Reference != "" {
		rows = append(rows, MailRow{Label: w.QuoteLabels().Reference, Value: l.Reference})
	}
	if len(rows) > 0 {
		m.Sections = append(m.Sections, MailSection{Title: src.Asked, Rows: rows})
	}
	steps := []string{by}
	if area := w.AreaNote(l.Values["zipCode"]); area != "" {
		steps = append(steps, area)
	}
	next := w.QuoteLabels().Next[1:]
	if len(next) > 1 && l.Values["message"] != "" {
		next = next[1:] // the first asks for what the note says
	}
	steps = append(steps, next...)
	m.Sections = append(m.Sections,
		MailSection{Title: src.Next, Steps: steps}, MailSection{Title: src.Reach, Text: src.ReachText})
	return m
}

// maxListed is how many requests a list of the summary names.
const maxListed = 50

// SummaryMail returns the mail to the owner about a day.
func (w Words) SummaryMail(d MailSummary) Mail {
	src := w.MailWords().Summary
	requests := src.None
	if n := len(d.Requests); n > 0 {
		requests = Counted(src.One, src.Many, n)
	}
	words := strings.NewReplacer("[requests]", requests, "[day]", d.Until.In(w.Location()).Format("Monday"),
		"[since]", w.TimeWords(d.Since))
	m := w.newMail(words.Replace(src.Subject), words.Replace(src.Title), words.Replace(src.Lead), src.Note)
	m.Preview = m.Lead
	section := func(title string, steps []string) {
		if len(steps) > 0 {
			m.Sections = append(m.Sections, MailSection{Title: title, Steps: steps})
		}
	}
	section(src.Undelivered, w.listed(d.Undelivered))
	list := w.listed(d.Requests)
	if d.Suspects > 0 {
		list = append(list, Counted(src.Suspects, src.Suspects, d.Suspects))
	}
	section(src.Requests, list)
	problems := d.Problems
	if len(problems) == 0 {
		problems = []string{src.NoProblems}
	}
	section(src.Problems, problems)
	if d.KnowsBackups {
		row := MailRow{Label: src.Backup, Value: src.NoBackup}
		if !d.LastBackup.IsZero() {
			row.Value = w.TimeWords(d.LastBackup)
		}
		m.Sections = append(m.Sections, MailSection{Rows: []MailRow{row}})
	}
	return m
}

// listed returns a line for each request, and how many more there are.
func (w Words) listed(leads []MailLead) (lines []string) {
	src := w.MailWords().Summary
	for i, l := range leads {
		if i == maxListed {
			return append(lines, Counted(src.More, src.More, len(leads)-i))
		}
		lines = append(lines, strings.NewReplacer(
			"[time]", w.TimeWords(l.Received), "[service]", shorten(l.Values["serviceType"]),
			"[place]", w.place(l.Values["zipCode"]), "[name]", shorten(l.Values["name"]),
			"[phone]", shorten(contact.ParsePhone(l.Values["phone"]).Label)).Replace(src.Request))
	}
	return lines
}

// Counted puts a number in its place in words for one or for many.
func Counted(one, many string, n int) string {
	if n == 1 {
		many = one
	}
	return strings.ReplaceAll(many, "[n]", strconv.Itoa(n))
}

// TimeWords returns a time as mails and the office's pages show it.
func (w Words) TimeWords(t time.Time) string {
	return t.In(w.Location()).Format("Mon, Jan 2, 3:04 PM")
}

func (w Words) newMail(subject, title, lead, note string) Mail {
	light := MailColors{
		Ground: w.Color("cream"), Card: w.Color("white"), Ink: w.Color("ink"), Muted: w.Color("ink-muted"),
		Line: w.Color("hairline-color"), Brand: w.Color("forest"), OnBrand: w.Color("cream"), Aside: w.Color("mist"),
		Mark: w.Color("sprout"), Edge: w.Color("clay-deep"), Action: w.Color("clay"), OnAction: w.Color("white"),
	}
	dark := light
	dark.Ground, dark.Card, dark.Line = w.Color("ink"), w.Color("forest-deep"), w.Color("forest-line")
	dark.Ink, dark.Muted = w.Color("cream"), w.Color("mist")
	return Mail{
		Subject: subject, Title: title, Lead: lead, Note: note, Company: w.Business.Name,
		ShortName: w.Business.ShortName, Descriptor: w.Business.Descriptor,
		Actions: []content.Link{}, Sections: []MailSection{}, Light: light, Dark: dark,
	}
}

// PlainText returns the same mail without HTML.
func (m Mail) PlainText() string {
	var out strings.Builder
	paragraph := func(text string) {
		if text != "" {
			out.WriteString(text + "\n\n")
		}
	}
	paragraph(m.Title)
	paragraph(m.Lead)
	for _, action := range m.Actions {
		out.WriteString(action.Label + ": " + action.Href + "\n")
	}
	if len(m.Actions) > 0 {
		out.WriteString("\n")
	}
	for _, section := range m.Sections {
		paragraph(section.Title)
		for _, row := range section.Rows {
			out.WriteString(row.Label + ": " + strings.ReplaceAll(row.Value, "\n", "\n    ") + "\n")
			if strings.HasPrefix(row.Href, "https:") {
				out.WriteString("    " + row.Href + "\n")
			}
		}
		for _, step := range section.Steps {
			out.WriteString("- " + step + "\n")
		}
		if section.Text != "" {
			out.WriteString(section.Text + "\n")
		}
		out.WriteString("\n")
	}
	out.WriteString("-- \n" + m.Company + "\n" + m.Note + "\n") // the separator of signatures (RFC 3676, section 4.3)
	return out.String()
}

var zipCode = regexp.MustCompile(`^\d{5}(-\d{4})?$`)

// place returns the place of a pickup for a subject: the town of the ZIP code if that is known.
func (w Words) place(zip string) string {
	match := company.ZipForm.FindStringSubmatch(zip)
	if match == nil {
		return shorten(zip)
	}
	town := w.Town(zip)
	if town == match[1] {
		town = "ZIP"
	}
	return town + " " + match[1]
}

// shorten returns a value as one line of at most maxMailValue characters.
func shorten(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	if runes := []rune(value); len(runes) > maxMailValue {
		return string(runes[:maxMailValue-1]) + "…"
	}
	return value
}
