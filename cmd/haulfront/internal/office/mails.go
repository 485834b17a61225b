package office

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/quote"
	"haulfront/content"
	"haulfront/content/clock"
	"haulfront/content/contact"
	"haulfront/content/load"
	"haulfront/content/zipcode"
)

// MailSummary is what the owner learns when the office closes.
type MailSummary struct {
	Since, Until time.Time
	Requests     []journal.Lead // of that time, newest first
	Suspects     int            // requests of that time that are held back
	Undelivered  []journal.Lead // of any time
	Evening      Evening
	Problems     []string
	// KnowsBackups means that LastBackup is known; it is zero before the first backup.
	KnowsBackups bool
	LastBackup   time.Time
}

// maxMailValue is the maximum length of a value in a subject or a preview, in characters.
const maxMailValue = 60

// OwnerMail returns the mail to the owner about a lead.
func (w Words) OwnerMail(l journal.Lead) Mail {
	src, way := &w.MailWords().Owner, l.Extra.Answer.Contact
	phone, mailto := w.phone(l.Phone), contact.MailLink(l.Email)
	words := strings.NewReplacer(
		"[service]", w.service(&l), "[place]", w.place(l.ZIPCode),
		"[timeframe]", shorten(l.ServiceTimeframe), "[name]", shorten(l.Name),
		"[phone]", shorten(phone.Label), "[email]", shorten(l.Email),
		"[message]", shorten(w.withoutWish(l.Message)),
		"[received]", l.Received.In(w.Location()).Format("Monday, January 2 at 3:04 PM"))
	note := src.Note
	if mailto == "" {
		note = "" // a reply does not go to the customer
	}
	m := w.newMail(words.Replace(src.Subject), words.Replace(src.Title), words.Replace(src.Lead), note)
	if wish := w.wish(way); wish != "" {
		m.Subject += " · " + wish
	}
	m.Preview = strings.Trim(words.Replace(src.Preview), " .")
	for _, action := range []content.Link{{Label: src.Call, Href: phone.Tel}, {Label: src.Text, Href: phone.SMS},
		{Label: src.Reply, Href: mailto}} {
		if action.Href != "" {
			m.Actions = append(m.Actions, content.Link{Label: words.Replace(action.Label), Href: action.Href})
		}
	}
	m.Actions = preferred(m.Actions, way)
	m.Sections = []MailSection{{Rows: filled(slices.Concat(
		[]MailRow{{Label: w.Office().Request.Prefers, Value: w.prefers(way)}}, w.fieldRows(l, fieldNames()),
		w.originRows(l, ""), []MailRow{{Label: src.Reference, Value: journal.Reference(l.ID)},
			{Label: src.ID, Value: l.ID}}))}}
	return m
}

// fieldNames returns the names of the fields that mails show, without some.
func fieldNames(without ...string) (names []string) {
	for _, f := range quote.Recorded() {
		if !f.Hidden && !slices.Contains(without, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// fieldRows returns fields of a request by their names.
func (w Words) fieldRows(l journal.Lead, names []string) (rows []MailRow) {
	values, phone := l.Values(), contact.ParsePhone(l.Phone)
	hrefs := map[string]string{"phone": phone.Tel, "email": contact.MailLink(l.Email)}
	values["phone"], values["message"] = phone.Label, w.withoutWish(l.Message) // a row of its own has the wish
	values["serviceType"] = w.service(&l)
	values["serviceTimeframe"] = w.Quote().Labels.Option(l.ServiceTimeframe)
	for _, name := range names {
		rows = append(rows, MailRow{w.label(name), values[name], hrefs[name]})
	}
	return rows
}

// originRows returns how a request came, with the visitor's origin if it is shown.
func (w Words) originRows(l journal.Lead, origin string) []MailRow {
	labels := &w.MailWords().Owner
	return []MailRow{{Label: labels.Source, Value: l.Source}, {Label: labels.Page, Value: l.Page},
		{Label: w.Office().Request.Origin, Value: origin}, {Label: labels.Suspect, Value: l.SpamReason}}
}

// label returns the label of a field's row, as on the customer's page if that has one.
func (w Words) label(name string) string {
	labels := w.Quote().Labels
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
// The link is that of the customer's page.
func (w Words) VisitorMail(l journal.Lead, link string, now time.Time) Mail {
	src, brand := &w.MailWords().Visitor, w.Brand()
	m := w.newMail(src.Subject, src.Title, src.Lead, src.Note)
	by := w.AnswerBy(l.Received, now, l.Extra.Answer.Contact, l.ZIPCode)
	m.Preview = by
	m.Actions = []content.Link{{Label: w.Office().CustomerMail.See, Href: link},
		{Label: src.Call, Href: brand.Phone.Href}}
	if href := brand.Text.Href; href != "" {
		m.Actions = append(m.Actions, content.Link{Label: src.Text, Href: href})
	}
	form := w.Quote()
	isOption := map[string]bool{"serviceType": slices.Contains(form.ServiceTypes, l.ServiceType),
		"zipCode":          zipCode.MatchString(l.ZIPCode),
		"serviceTimeframe": slices.Contains(form.ServiceTimeframes, l.ServiceTimeframe)}
	names := slices.DeleteFunc(fieldNames(), func(name string) bool { return !isOption[name] })
	rows := append(w.fieldRows(l, names),
		MailRow{Label: w.Quote().Labels.Reference, Value: journal.Reference(l.ID)})
	if rows = filled(rows); len(rows) > 0 {
		m.Sections = append(m.Sections, MailSection{Title: src.Asked, Rows: rows})
	}
	steps, next := []string{by}, w.Quote().Labels.Next[1:]
	if len(next) > 1 && l.Message != "" {
		next = next[1:] // the first asks for what the note says
	}
	if kind := w.askedKind(&l); kind != "" {
		m.Actions[0].Label = w.Office().Customer.Slots
		_, next = w.pickWords(kind)
	} else if photos := w.photosFirst(&l); photos != "" {
		next = append([]string{photos}, next...)
	} else if w.Requested(l.Page, l.ServiceType).Look && w.offersLooks() { // nothing is loaded then
		next = slices.Concat(next[:len(next)-1], w.Office().Customer.Steps[Estimate])
	}
	if area := w.AreaNote(l.ZIPCode); area != "" {
		steps, next = append(steps, area), nil // nobody may come
	} else if late := w.earliest(&l, now); late != "" {
		steps = append(steps, late)
	}
	for _, step := range next {
		steps = append(steps, w.sayVisit(step, &l))
	}
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
	words := strings.NewReplacer("[done]", w.headline(d.Evening), "[requests]", requests,
		"[day]", d.Until.In(w.Location()).Format("Monday"), "[since]", w.TimeWords(d.Since))
	m := w.newMail(words.Replace(src.Subject), words.Replace(src.Title), words.Replace(src.Lead), src.Note)
	m.Preview = m.Lead
	section := func(title string, steps []string) {
		if len(steps) > 0 {
			m.Sections = append(m.Sections, MailSection{Title: title, Steps: steps})
		}
	}
	section(src.Undelivered, w.listed(d.Undelivered))
	m.Sections = append(m.Sections, w.eveningSections(d.Evening)...)
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
func (w Words) listed(leads []journal.Lead) (lines []string) {
	src := w.MailWords().Summary
	for i, l := range leads {
		if i == maxListed {
			return append(lines, Counted(src.More, src.More, len(leads)-i))
		}
		lines = append(lines, strings.NewReplacer(
			"[time]", w.TimeWords(l.Received), "[service]", w.service(&l),
			"[place]", w.place(l.ZIPCode), "[name]", shorten(l.Name),
			"[phone]", shorten(contact.ParsePhone(l.Phone).Label)).Replace(src.Request))
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

// dayLayout is how people read a day.
const dayLayout = "Mon, Jan 2"

// FormatTime writes a time at the office in a layout, for which the words of facts may have one of their language.
func (w Words) FormatTime(t time.Time, layout string) string {
	return w.FactWords.Localize(t.In(w.Location()).Format(cmp.Or(w.FactWords[layout], layout)))
}

// TimeWords returns a time as mails and the office's pages show it.
func (w Words) TimeWords(t time.Time) string {
	return w.FormatTime(t, dayLayout) + ", " + w.InZones(w.Zones, func(zone *time.Location) string {
		return clock.Format(t.In(zone).Format("15:04"), "3pm")
	})
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
		Lang: w.Lang, Subject: subject, Title: title, Lead: lead, Note: note, Company: w.Business.Name,
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
		for _, link := range section.Links {
			out.WriteString("- " + link.Label + ": " + link.Href + "\n")
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
	match := zipcode.Form.FindStringSubmatch(zip)
	if match == nil {
		return shorten(zip)
	}
	town := w.Town(zip)
	if town == match[1] {
		town = load.Capitalize(w.Quote().Labels.Short["zipCode"])
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
