package content

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
)

// mailSource is mail.yaml.
type mailSource struct {
	Owner struct {
		Subject   string `yaml:"subject"`
		Preview   string `yaml:"preview"`
		Title     string `yaml:"title"`
		Lead      string `yaml:"lead"`
		Call      string `yaml:"call"`
		Text      string `yaml:"text"`
		Reply     string `yaml:"reply"`
		Source    string `yaml:"source"`
		Page      string `yaml:"page"`
		Suspect   string `yaml:"suspect"`
		Reference string `yaml:"reference"`
		ID        string `yaml:"id"`
		Note      string `yaml:"note"`
	} `yaml:"owner"`
	Visitor struct {
		Subject   string `yaml:"subject"`
		Title     string `yaml:"title"`
		Lead      string `yaml:"lead"`
		Asked     string `yaml:"asked"`
		Next      string `yaml:"next"`
		Reach     string `yaml:"reach"`
		ReachText string `yaml:"reachText"`
		Call      string `yaml:"call"`
		Text      string `yaml:"text"`
		Note      string `yaml:"note"`
	} `yaml:"visitor"`
}

// MailLead is a quote request as mails show it.
type MailLead struct {
	ID, Source, Page string
	// Reference is the start of ID by which visitors name the lead. Way is how its visitor wants to be answered.
	Reference, Way string
	// SpamReason are its signs of spam; empty without any.
	SpamReason string
	Received   time.Time
	// Fields are the names of the fields in the order in which they are shown, Values their values.
	Fields []string
	Values map[string]string
}

// maxMailValue bounds what a subject or a preview shows of one value, in characters.
const maxMailValue = 60

// OwnerMail is the mail that tells the owner of a lead.
func (s *Site) OwnerMail(l MailLead) Mail {
	src := &s.mail.Owner
	words := strings.NewReplacer(
		"[service]", shorten(l.Values["serviceType"]), "[place]", s.place(l.Values["zipCode"]),
		"[timeframe]", shorten(l.Values["serviceTimeframe"]), "[name]", shorten(l.Values["name"]),
		"[phone]", shorten(l.Values["phone"]), "[email]", shorten(l.Values["email"]), "[message]", shorten(l.Values["message"]),
		"[received]", l.Received.In(s.zone()).Format("Monday, January 2 at 3:04 PM"))
	tel, sms := phoneLinks(l.Values["phone"])
	mailto := mailLink(l.Values["email"])
	m := s.newMail(words.Replace(src.Subject), words.Replace(src.Title), words.Replace(src.Lead), src.Note)
	m.Preview = strings.Trim(words.Replace(src.Preview), " .")
	for _, action := range []Link{{src.Call, tel}, {src.Text, sms}, {src.Reply, mailto}} {
		if action.Href != "" {
			m.Actions = append(m.Actions, Link{words.Replace(action.Label), action.Href})
		}
	}
	var rows []MailRow
	for _, name := range l.Fields {
		row := MailRow{Label: capitalize(s.quote.Labels.Short[name]), Value: l.Values[name]}
		switch name {
		case "phone":
			row.Href = tel
		case "email":
			row.Href = mailto
		}
		rows = append(rows, row)
	}
	rows = append(rows, MailRow{src.Source, l.Source, ""}, MailRow{src.Page, l.Page, ""}, MailRow{src.Suspect, l.SpamReason, ""}, MailRow{src.Reference, l.Reference, ""}, MailRow{src.ID, l.ID, ""})
	m.Sections = []MailSection{{Rows: slices.DeleteFunc(rows, func(r MailRow) bool { return r.Value == "" })}}
	return m
}

// VisitorMail is the mail that confirms a lead to its visitor. Of what was typed it repeats only what is one of the
// form's options, and a ZIP code: whoever types another's address cannot send words of their own there, or a link.
func (s *Site) VisitorMail(l MailLead) Mail {
	src, brand := &s.mail.Visitor, s.Brand()
	m := s.newMail(src.Subject, src.Title, src.Lead, src.Note)
	m.Preview = src.Lead
	m.Actions = []Link{{src.Call, brand.Phone.Href}, {src.Text, brand.Text.Href}}
	var rows []MailRow
	for _, name := range l.Fields {
		value := l.Values[name]
		known := slices.Contains(s.quote.ServiceTypes, value) && name == "serviceType" ||
			slices.Contains(s.quote.ServiceTimeframes, value) && name == "serviceTimeframe" ||
			zipCode.MatchString(value) && name == "zipCode"
		if known {
			rows = append(rows, MailRow{Label: capitalize(s.quote.Labels.Short[name]), Value: value})
		}
	}
	if l.Reference != "" {
		rows = append(rows, MailRow{Label: s.quote.Labels.Reference, Value: l.Reference})
	}
	if len(rows) > 0 {
		m.Sections = append(m.Sections, MailSection{Title: src.Asked, Rows: rows})
	}
	steps := append([]string{s.AnswerBy(l.Received, l.Way)}, s.quote.Labels.Next[1:]...)
	m.Sections = append(m.Sections, MailSection{Title: src.Next, Steps: steps}, MailSection{Title: src.Reach, Text: src.ReachText})
	return m
}

func (s *Site) newMail(subject, title, lead, note string) Mail {
	color := func(name string) string { return cmp.Or(s.colors[name], tokenColors[name]) }
	return Mail{
		Subject: subject, Title: title, Lead: lead, Note: note, Company: s.business.Name, Actions: []Link{},
		Colors: MailColors{
			Ground: color("cream"), Card: color("white"), Ink: color("ink"), Muted: color("ink-muted"), Line: color("hairline-color"),
			Brand: color("forest"), OnBrand: color("cream"), Action: color("clay"), OnAction: color("white"),
		},
	}
}

// PlainText is the mail for those who read no HTML. It says the same.
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

var (
	zipCode = regexp.MustCompile(`^\d{5}(-\d{4})?$`)
	// phoneNumber is the number at the beginning of what visitors type as theirs, before an extension or a remark.
	phoneNumber = regexp.MustCompile(`^\D{0,3}[\d\s().+/-]+`)
	mailAddress = regexp.MustCompile(`^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$`)
)

// minDigits is the length of a local number. What has fewer digits cannot be called.
const minDigits = 7

// phoneLinks are the links that call and text a number; empty where it is none.
func phoneLinks(typed string) (tel, sms string) {
	number := phoneNumber.FindString(typed)
	digits := nonDigits.ReplaceAllString(number, "")
	if len(digits) < minDigits {
		return "", ""
	}
	if strings.HasPrefix(strings.TrimSpace(number), "+") {
		digits = "+" + digits
	}
	return "tel:" + digits, "sms:" + digits
}

func mailLink(typed string) string {
	if !mailAddress.MatchString(typed) {
		return ""
	}
	return "mailto:" + typed
}

// place is where a visitor's things are, as short as a subject needs it: the town where the ZIP code is known.
func (s *Site) place(zip string) string {
	match := zipForm.FindStringSubmatch(zip)
	switch {
	case match == nil:
		return shorten(zip)
	case s.zips[match[1]].town == "":
		return "ZIP " + match[1]
	}
	return s.area.spelled(s.zips[match[1]].town) + " " + match[1]
}

// zone is the company's time zone, which Load has checked.
func (s *Site) zone() *time.Location {
	zone, err := time.LoadLocation(s.business.Hours.Timezone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// shorten makes a value one line that leaves room for others.
func shorten(value string) string {
	value = strings.Join(strings.Fields(value), " ")
	if runes := []rune(value); len(runes) > maxMailValue {
		return string(runes[:maxMailValue-1]) + "…"
	}
	return value
}
