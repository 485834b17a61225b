package program

import (
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// Words is the site's content, from which tests take names, numbers and routes.
var Words = sync.OnceValue(func() *content.Site {
	words, err := content.Load(content.FS)
	if err != nil {
		panic(err) // no test of the program could pass
	}
	return words
})

// Office is the time zone of the site's content.
func Office() *time.Location { return Words().Location() }

// Phone is the company's number as visitors read it.
func Phone() string { return Words().Brand().Phone.Label }

// PhoneLink is the company's number as links have it, "tel:" and digits.
func PhoneLink() string { return Words().Brand().Phone.Href }

// ReceivedText is the text of the toast after a request was received.
func ReceivedText() string { return Words().Quote().Messages.Received.Description }

// FailedText is the text of the toast after a request has failed.
func FailedText() string { return Words().Quote().Messages.Failed.Description }

// First is the path of the first page of a kind.
func First(kind content.Kind) string {
	for _, r := range Words().Routes() {
		if r.Kind == kind {
			return r.Path
		}
	}
	panic("program: there is no page of the kind " + string(kind))
}

// Pages are the routes that a test of every page visits: in a sweep all, otherwise one of each kind, shape and set of
// sections.
func Pages() []content.Route {
	return testkit.Sweep(Words().Routes(), func(r content.Route) string {
		props := Words().PageProps(content.BuildInfo{}, r)
		looks := string(r.Kind)
		for field, value := range reflect.ValueOf(props).Fields() {
			if !value.IsZero() {
				looks += " " + field.Name
			}
		}
		if service, ok := props.(content.ServicePage); ok {
			looks += " " + service.Shape
		}
		return looks
	})
}

// ServiceOfItsForm returns the first page whose form starts with the page's service: its path, and the form's value.
var ServiceOfItsForm = sync.OnceValues(func() (path, service string) {
	for _, r := range Words().Routes() {
		if r.Kind != content.KindService {
			continue
		}
		page := Words().PageProps(content.BuildInfo{}, r).(content.ServicePage)
		if service := page.Contact.Form.Values["serviceType"]; service != "" {
			return r.Path, service
		}
	}
	panic("program: no form starts with its page's service")
})

// PlansPage returns the path of the page with plans, and the key of its first plan, or "" if no page has plans.
var PlansPage = sync.OnceValues(func() (path, key string) {
	for _, r := range Words().Routes() {
		if r.Kind != content.KindService {
			continue
		}
		if plans := Words().PageProps(content.BuildInfo{}, r).(content.ServicePage).Plans; plans != nil {
			return r.Path, plans.Plans[0].Key
		}
	}
	return "", ""
})

var unit = regexp.MustCompile(`\d+ hours?`)

// Fill replaces placeholders in an expected text with the site's content: {phone}, {tel}, {name}, {email}, {url}, {URL}
// in capitals, {host}, {received}; {service} and {serviceType} of [ServiceOfItsForm]; {plans} and {plan} of
// [PlansPage], and {planMessage}, the message that the plan starts. In a regular expression, they are quoted.
func Fill(text string, pattern bool) string {
	brand := Words().Brand()
	service, serviceType := ServiceOfItsForm()
	plans, plan := PlansPage()
	list := []string{}
	for key, value := range map[string]string{
		"{phone}": brand.Phone.Label, "{tel}": brand.Phone.Href, "{name}": brand.Name, "{email}": brand.Email.Label,
		"{url}": Words().Business.URL, "{URL}": strings.ToUpper(Words().Business.URL),
		"{host}":     strings.TrimPrefix(Words().Business.URL, "https://"),
		"{received}": ReceivedText(), "{service}": service, "{serviceType}": serviceType,
		"{plans}": plans, "{plan}": plan, "{planMessage}": Words().Plan(plans, plan).Message,
	} {
		if pattern {
			// React escapes apostrophes.
			value = regexp.QuoteMeta(strings.ReplaceAll(value, "'", "&#x27;"))
			if key == "{received}" { // which a number and its unit on one line divide
				value = unit.ReplaceAllString(value, `<span class="NoWrap">$0</span>`)
			}
		}
		list = append(list, key, value)
	}
	return strings.NewReplacer(list...).Replace(text)
}

// WithoutReferences removes the references of leads, which no two have in common.
func WithoutReferences(text string) string { return reference.ReplaceAllString(text, "<reference>") }

var reference = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}\b`)
