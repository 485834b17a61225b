package config

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"net/url"
	"reflect"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/server/analytics"
)

// Flags are the settings as kong reads them. kong stops at the first value that it cannot parse, and operators want to
// see all bad settings at once, so each field is the text of the field of [Settings] with the same name and tags.
type Flags struct{ kong.Plugins }

// NewFlags returns the flags of a command.
func NewFlags() Flags { return Flags{kong.Plugins{reflect.New(flagsType).Interface()}} }

var flagsType = func() reflect.Type {
	var fields []reflect.StructField
	for field := range reflect.TypeFor[Settings]().Fields() {
		if _, embedded := field.Tag.Lookup("embed"); embedded {
			fields = append(fields, field)
		} else if field.Tag != "" {
			fields = append(fields, reflect.StructField{Name: field.Name, Type: reflect.TypeFor[string](),
				Tag: field.Tag})
		}
	}
	return reflect.StructOf(fields)
}()

// Settings parses and validates the flags. The error has a line for each bad setting.
func (f Flags) Settings() (Settings, error) {
	var s Settings
	var problems []error
	given, refused := map[string]bool{}, map[string]bool{}
	flags := reflect.ValueOf(f.Plugins[0]).Elem()
	for field, value := range reflect.ValueOf(&s).Elem().Fields() {
		flag := flags.FieldByName(field.Name)
		name := field.Tag.Get("env")
		switch {
		case !flag.IsValid():
		case name == "":
			value.Set(flag)
		case flag.String() != "" || field.Tag.Get("default") != "": // without a default, a setting may be empty
			given[name] = flag.String() != ""
			if err := parse(value, field.Tag.Get("is"), flag.String()); err != nil {
				refused[name], problems = true, append(problems, fmt.Errorf("%s is %w", name, err))
			}
		}
	}
	var err error
	if s.Destinations, err = s.DestinationFlags.Open(); err != nil {
		problems = append(problems, err)
	}
	if problems = append(problems, s.conflicts(given, refused)...); len(problems) > 0 {
		return s, fmt.Errorf("settings:\n%w", errors.Join(problems...))
	}
	return s, nil
}

// parse sets value, which is of a kind, to the meaning of text.
func parse(value reflect.Value, kind, text string) error {
	if own, ok := value.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return own.UnmarshalText([]byte(text))
	}
	parser, ok := parsers[cmp.Or(kind, value.Type().String())]
	if !ok {
		value.SetString(text)
		return nil
	}
	parsed, err := parser(text)
	if err == nil {
		value.Set(reflect.ValueOf(parsed))
	}
	return err
}

// conflicts returns the problems of settings that are good by themselves and bad beside others. given has the names of
// those that are not empty, refused of those that are bad by themselves.
func (s Settings) conflicts(given, refused map[string]bool) (problems []error) {
	bad := func(name, value, want string) {
		if !refused[name] {
			problems = append(problems, fmt.Errorf("%s is %q; want %s", name, value, want))
		}
	}
	if s.BaseURL != nil && s.BaseURL.Scheme != "https" && given["TLS_DOMAINS"] {
		bad("BASE_URL", s.BaseURL.String(), "an https address, because TLS_DOMAINS is set")
	}
	if given["SUPABASE_URL"] && s.SupabaseAnonKey == "" {
		problems = append(problems,
			//lint:ignore ST1005 the end is the official client's message
			errors.New("SUPABASE_ANON_KEY is empty and SUPABASE_URL is set: supabaseKey is required."))
	}
	if !given["SUPABASE_URL"] && s.SupabaseAnonKey != "" {
		bad("SUPABASE_URL", "", "the backend's address, because SUPABASE_ANON_KEY is set")
	}
	if !given["SUPABASE_URL"] && s.SupabaseAnonymousSession {
		bad("SUPABASE_ANONYMOUS_SESSION", "on", "SUPABASE_URL to be set too")
	}
	if s.AnalyticsURL != nil {
		// The formats differ in what they require; none requires anything of the site's own address.
		if _, err := analytics.New(s.Analytics(&url.URL{})); err != nil {
			problems = append(problems, err)
		}
	}
	switch {
	case given["SMTP_URL"] && !given["OWNER_EMAIL"]:
		bad("OWNER_EMAIL", "", "the addresses that receive a mail about each lead, because SMTP_URL is set")
	case !given["SMTP_URL"] && given["OWNER_EMAIL"]:
		bad("SMTP_URL", "", "the mail server's address, because OWNER_EMAIL is set")
	case !given["SMTP_URL"] && s.Acknowledge:
		bad("ACKNOWLEDGE", "on", "SMTP_URL and OWNER_EMAIL to be set too")
	}
	if s.AlertAfter == 0 && (given["ALERT_URL"] || given["HEARTBEAT_URL"]) {
		bad("ALERT_AFTER", "off", "a duration such as 15m, because ALERT_URL or HEARTBEAT_URL is set")
	}
	return problems
}

// Analytics returns where page views of the site at an address are reported.
func (s Settings) Analytics(site *url.URL) analytics.Config {
	return analytics.Config{
		URL: s.AnalyticsURL, Format: s.AnalyticsFormat, Secret: s.AnalyticsSecret, Site: site,
	}
}
