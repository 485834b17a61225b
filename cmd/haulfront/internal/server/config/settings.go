// Package config has the settings of the program.
//
// [Settings] is their only table. Each field is a setting: its tags name the environment variable, the flag, the
// default and the help text. The tag "is" names its kind, which determines how it is parsed, validated and logged;
// without that tag, its type does. kong reads the command line and the environment into [Flags], as text;
// [Flags.Settings] turns the text into Settings.
package config

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"time"

	"github.com/alecthomas/kong"
	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/destinations"
	"haulfront/cmd/haulfront/internal/server/analytics"
)

// Settings are the settings of a program that serves, exports or checks the site. The zero value of a field stands for
// a setting that is empty, or off.
type Settings struct {
	Addr      string   `is:"listen" env:"ADDR" default:":8080" help:"Address of the site, host:port."`
	AdminAddr string   `is:"listen" env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"Address of probes and metrics."`
	BaseURL   *url.URL `is:"site" env:"BASE_URL" help:"Public URL of the site; by default the one in business.yaml."`

	DatabaseURL string `is:"database" env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"${journal}"`
	SourcesDir  string `env:"SOURCES_DIR" name:"sources" help:"Checkout to serve; default: the program's own."`
	ContentDir  string `env:"CONTENT_DIR" name:"content" help:"Content folder; default: the program's own."`

	LeadWebhookURL *url.URL `is:"host" env:"LEAD_WEBHOOK_URL" help:"Receives each lead."`

	LeadWebhookSecret string `is:"whsec" env:"LEAD_WEBHOOK_SECRET" help:"Signs the webhook's posts: whsec_ and base64."`

	LeadRetention time.Duration `is:"age" env:"LEAD_RETENTION" default:"off" help:"${retention}"`

	SMTP        *mail.Server   `env:"SMTP_URL" name:"smtp-url" help:"Mail server, smtp://user:password@host:port."`
	OwnerEmail  []string       `is:"emails" env:"OWNER_EMAIL" help:"${owner}"`
	Acknowledge bool           `env:"ACKNOWLEDGE" default:"off" help:"on also emails visitors."`
	OfficeUsers []mail.Address `is:"users" env:"OFFICE_USERS" help:"${office}"`
	OfficeCrew  []mail.Address `is:"users" env:"OFFICE_CREW" help:"${crew}"`
	AlertAfter  time.Duration  `is:"delay" env:"ALERT_AFTER" default:"15m" help:"${alerts}"`
	AlertURL    *url.URL       `is:"host" env:"ALERT_URL" help:"Receives alerts if email fails: ntfy, Slack, JSON."`
	Heartbeat   *url.URL       `is:"host" env:"HEARTBEAT_URL" name:"heartbeat-url" help:"${heartbeat}"`

	SupabaseURL     *url.URL `is:"prefix" env:"SUPABASE_URL" help:"Hosted backend that sends the email."`
	SupabaseAnonKey string   `is:"secret" env:"SUPABASE_ANON_KEY" help:"Public key of the backend."`

	SupabaseAnonymousSession bool `env:"SUPABASE_ANONYMOUS_SESSION" default:"off" help:"on signs in form users."`

	AnalyticsURL    *url.URL         `env:"ANALYTICS_URL" help:"Receives page views."`
	AnalyticsFormat analytics.Format `env:"ANALYTICS_FORMAT" default:"json" help:"ga4, plausible or json."`

	AnalyticsSecret string `is:"secret" env:"ANALYTICS_SECRET" help:"API secret of ga4, bearer token of json."`

	MapsEmbedURL   *url.URL       `env:"MAPS_EMBED_URL" help:"Interactive map, instead of OpenStreetMap's."`
	TrustedProxies []netip.Prefix `env:"TRUSTED_PROXIES" help:"Addresses or networks whose X-Forwarded-For is trusted."`

	QuoteRateLimit int `is:"positive" env:"QUOTE_RATE_LIMIT" default:"10" help:"Quote posts per minute and address."`
	RenderWorkers  int `env:"RENDER_WORKERS" default:"0" help:"JavaScript runtimes; 0 is one per processor."`

	TLSDomains []string `is:"domains" env:"TLS_DOMAINS" help:"${domains}"`
	TLSCA      *url.URL `env:"TLS_CA" name:"tls-ca" default:"${acme}" help:"ACME directory."`
	TLSStorage string   `env:"TLS_STORAGE" name:"tls-storage" default:"var/certificates" help:"Certificates."`

	HTTPAddr string `is:"listen" env:"HTTP_ADDR" name:"http-addr" default:":80" help:"Redirects HTTP to HTTPS."`

	LogFormat logging.Format `env:"LOG_FORMAT" default:"text" help:"text or json."`

	// Only developers set these, see CONTRIBUTING.md.
	EditorURL  string `hidden:"" is:"editor" env:"EDITOR_URL" default:"${editor}" help:"Opens a file."`
	RenderMemo bool   `hidden:"" env:"RENDER_MEMO" default:"on" help:"off renders every request anew."`

	// DestinationFlags are settings too; Destinations are what they configure.
	DestinationFlags destinations.Settings `embed:""`
	Destinations     []*destinations.Destination
}

// Journal is the setting of the commands that only need the journal of leads.
type Journal struct {
	DatabaseURL string `env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"${journal}"`
}

// Admin is the setting of the commands that call the admin address of a running server.
type Admin struct {
	// AdminAddr is text because kong parses the environment for all commands, and stops at what it cannot parse.
	AdminAddr string `env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"Admin address of the running server."`
}

// URL returns the URL of a path of the admin address. On this machine, a server that listens everywhere is reached at
// 127.0.0.1.
func (a Admin) URL(path string) (string, error) {
	if err := checkListen(a.AdminAddr); err != nil {
		return "", fmt.Errorf("ADMIN_ADDR is %w", err)
	}
	host, port, err := net.SplitHostPort(a.AdminAddr)
	if ip, ipErr := netip.ParseAddr(host); host == "" || (ipErr == nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + path, err
}

// Vars are the defaults and help texts that the tags refer to.
func Vars() kong.Vars {
	return kong.Vars{
		"acme":      certmagic.LetsEncryptProductionCA,
		"alerts":    "How long failures may last before an alert.",
		"crew":      "May sign in to the jobs of today and tomorrow alone, as OFFICE_USERS.",
		"editor":    "vscode://file{file}:{line}:{column}",
		"domains":   "Host names to get certificates for; ADDR then serves HTTPS.",
		"heartbeat": "Requested every hour while everything works.",
		"journal":   "Journal of leads: sqlite:PATH or postgres://…",
		"office":    "May sign in at /office besides the owners: addresses, or Name <address>, comma-separated.",
		"owner":     "Addresses that receive a mail about each lead, comma-separated.",
		"retention": "Age at which leads are deleted, or off.",
	}
}

// Hosts are the hosts that the settings name for the site, without ports.
func (s Settings) Hosts() []string {
	hosts := slices.Clone(s.TLSDomains)
	if s.BaseURL != nil {
		hosts = append(hosts, s.BaseURL.Hostname())
	}
	return hosts
}

// LogValue lists the settings, without their secrets.
func (s Settings) LogValue() slog.Value {
	var list []slog.Attr
	for field, value := range reflect.ValueOf(s).Fields() {
		if name := field.Tag.Get("env"); name != "" {
			list = append(list, slog.Any(name, printed(value.Interface(), field.Tag.Get("is"))))
		}
	}
	return slog.GroupValue(append(list, slog.Any("destinations", destinations.Hosts(s.Destinations)))...)
}

// printed is a setting of a kind as the log shows it.
func printed(value any, kind string) any {
	switch v := value.(type) {
	case string:
		switch {
		case kind == "database":
			return redact(v)
		case (kind == "secret" || kind == "whsec") && v == "":
			return "none"
		case kind == "secret" || kind == "whsec":
			return "set"
		}
	case *url.URL:
		switch {
		case v == nil && kind == "host":
			return "none"
		case v == nil:
			return ""
		case kind == "host":
			return v.Host
		}
		return redact(v.String())
	case *mail.Server:
		if v == nil {
			return "none"
		}
		return v.Host()
	case []mail.Address:
		return len(v)
	case []string:
		if kind == "emails" {
			return len(v) // they are personal data
		}
	}
	return value
}
