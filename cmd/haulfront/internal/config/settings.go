package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/caddyserver/certmagic"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/destinations"
	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/mail"
	"haulfront/cmd/haulfront/internal/selftest"
)

// Flags are the settings as they are typed: text from the environment or the command line.
type Flags struct {
	Addr              string `env:"ADDR" default:":8080" help:"Address to serve on, host:port."`
	AdminAddr         string `env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"Address of /healthz, /readyz and /metrics."`
	BaseURL           string `env:"BASE_URL" help:"The site's own address; by default the one in content/business.yaml."`
	DatabaseURL       string `env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"Where leads are kept: sqlite:PATH or postgres://…"`
	SourcesDir        string `name:"sources" env:"SOURCES_DIR" help:"Folder of a checkout whose components and assets are used; by default those that the program carries."`
	ContentDir        string `name:"content" env:"CONTENT_DIR" help:"Folder of the words, facts and photographs, which may be changed while the site is served; by default those that the program carries."`
	LeadWebhookURL    string `env:"LEAD_WEBHOOK_URL" help:"Where each lead is posted; without it the journal is the inbox."`
	LeadWebhookSecret string `env:"LEAD_WEBHOOK_SECRET" help:"Secret that signs the webhook, whsec_ and base64 (standardwebhooks.com)."`
	LeadRetention     string `env:"LEAD_RETENTION" default:"off" help:"Age at which leads are removed, in days (540d) or hours (720h); off keeps them."`
	SMTPURL           string `name:"smtp-url" env:"SMTP_URL" help:"Mail server: smtp://user:password@host:port, or smtps://…"`
	OwnerEmail        string `env:"OWNER_EMAIL" help:"Who gets a mail about each lead, comma-separated."`
	Acknowledge       string `env:"ACKNOWLEDGE" default:"off" help:"on sends visitors who leave an e-mail address a mail too."`
	AlertAfter        string `env:"ALERT_AFTER" default:"15m" help:"How long a lead may be undelivered, or a destination fail, before the owner is told; off never tells."`
	SelfTest          string `env:"SELF_TEST" default:"off" help:"Time of day of a daily self-test, such as 07:30, on the company's clocks; off makes none."`
	SupabaseURL       string `env:"SUPABASE_URL" help:"Address of the hosted backend that sends the e-mail."`
	SupabaseAnonKey   string `env:"SUPABASE_ANON_KEY" help:"Its public key."`
	SupabaseSession   string `name:"supabase-anonymous-session" env:"SUPABASE_ANONYMOUS_SESSION" default:"off" help:"on signs a visitor in anonymously when a form is first used."`
	AnalyticsURL      string `env:"ANALYTICS_URL" help:"Where page views are reported; without it they are not. ga4: https://www.google-analytics.com/mp/collect?measurement_id=G-…"`
	AnalyticsFormat   string `env:"ANALYTICS_FORMAT" default:"json" help:"ga4, plausible or json."`
	AnalyticsSecret   string `env:"ANALYTICS_SECRET" help:"API secret of ga4, bearer token of json."`
	MapsEmbedURL      string `env:"MAPS_EMBED_URL" default:"${maps}" help:"Address of the map that is framed on the home page."`
	TrustedProxies    string `env:"TRUSTED_PROXIES" help:"Addresses or networks whose X-Forwarded-For is believed, comma-separated."`
	QuoteRateLimit    string `env:"QUOTE_RATE_LIMIT" default:"10" help:"Quote posts a minute and address."`
	RenderWorkers     string `env:"RENDER_WORKERS" default:"0" help:"JavaScript runtimes; 0 is one a processor."`
	RenderMemo        string `env:"RENDER_MEMO" default:"on" help:"on keeps finished pages in memory, off renders every request."`
	TLSDomains        string `env:"TLS_DOMAINS" help:"Names of this site, comma-separated, for which the program gets certificates; ADDR then speaks HTTPS. Without it, plain HTTP."`
	TLSCA             string `name:"tls-ca" env:"TLS_CA" default:"${acme}" help:"ACME directory of the authority that gives certificates."`
	TLSStorage        string `name:"tls-storage" env:"TLS_STORAGE" default:"var/certificates" help:"Folder in which certificates are kept."`
	HTTPAddr          string `name:"http-addr" env:"HTTP_ADDR" default:":80" help:"With TLS_DOMAINS: address whose visitors are sent to HTTPS, host:port."`
	LogFormat         string `env:"LOG_FORMAT" default:"text" help:"text or json."`
	EditorURL         string `env:"EDITOR_URL" default:"vscode://file{file}:{line}:{column}" help:"Address that opens a file in an editor, with {file}, {line} and {column}; for serve --dev."`
	PageCache         string `env:"PAGE_CACHE" default:"256" help:"Finished pages that are kept in memory; the others are rendered when they are asked for."`

	Destinations destinations.Settings `embed:""`
}

// MapsEmbedURL is OpenStreetMap's embed of the service area; it needs no key and sets no cookie
// (https://wiki.openstreetmap.org/wiki/Export#Embeddable_HTML).
const MapsEmbedURL = "https://www.openstreetmap.org/export/embed.html?bbox=-97.75%2C32.35%2C-96.25%2C33.35&layer=mapnik"

// Settings are the flags, checked.
type Settings struct {
	Addr, AdminAddr string
	// BaseURL is nil when the content's own address is to be used.
	BaseURL     *url.URL
	DatabaseURL string
	// SourcesDir is empty where the program's own sources are used.
	SourcesDir string
	// ContentDir is empty where the content is what the program carries.
	ContentDir        string
	LeadWebhookURL    string
	LeadWebhookSecret string
	// LeadRetention is 0 where leads are kept.
	LeadRetention time.Duration
	// SMTP is nil where no mails are sent.
	SMTP        *mail.Server
	OwnerEmail  []string
	Acknowledge bool
	// AlertAfter is 0 where the owner is not told of troubles.
	AlertAfter time.Duration
	// SelfTest is the time of day of the daily self-test, nil without one. Its zone is the company's.
	SelfTest        *selftest.Daily
	SupabaseURL     string
	SupabaseAnonKey string
	// SupabaseSession says that visitors are signed in anonymously in the browser.
	SupabaseSession bool
	// AnalyticsURL is empty where page views are not reported.
	AnalyticsURL    string
	AnalyticsFormat analytics.Format
	AnalyticsSecret string
	MapsEmbedURL    *url.URL
	TrustedProxies  []netip.Prefix
	QuoteRateLimit  int
	RenderWorkers   int
	RenderMemo      bool
	PageCache       int
	// Destinations are the other systems that get each lead.
	Destinations []*destinations.Destination
	LogFormat    logging.Format
	// TLSDomains is empty where the program speaks plain HTTP.
	TLSDomains []string
	TLSCA      string
	TLSStorage string
	HTTPAddr   string
	// EditorURL is the pattern of the address that opens a file in an editor.
	EditorURL string
}

// Check reads every flag and reports all bad ones at once, each by name with what it wants.
func (f Flags) Check() (Settings, error) {
	var v validator
	s := Settings{
		Addr:              v.listenAddress("ADDR", f.Addr),
		AdminAddr:         v.listenAddress("ADMIN_ADDR", f.AdminAddr),
		BaseURL:           v.httpURL("BASE_URL", f.BaseURL),
		DatabaseURL:       f.DatabaseURL,
		SourcesDir:        f.SourcesDir,
		ContentDir:        f.ContentDir,
		LeadWebhookURL:    f.LeadWebhookURL,
		LeadWebhookSecret: f.LeadWebhookSecret,
		LeadRetention:     v.ageOrOff("LEAD_RETENTION", f.LeadRetention),
		Acknowledge:       v.onOff("ACKNOWLEDGE", f.Acknowledge),
		AlertAfter:        v.durationOrOff(time.Minute, "ALERT_AFTER", f.AlertAfter),
		SelfTest:          v.timeOfDayOrOff("SELF_TEST", f.SelfTest),
		SupabaseURL:       strings.TrimRight(f.SupabaseURL, "/"), // paths are appended, here and in the browser
		SupabaseAnonKey:   f.SupabaseAnonKey,
		SupabaseSession:   v.onOff("SUPABASE_ANONYMOUS_SESSION", f.SupabaseSession),
		AnalyticsURL:      f.AnalyticsURL,
		AnalyticsFormat:   analytics.Format(f.AnalyticsFormat),
		AnalyticsSecret:   f.AnalyticsSecret,
		MapsEmbedURL:      v.httpURL("MAPS_EMBED_URL", f.MapsEmbedURL),
		TrustedProxies:    v.networks("TRUSTED_PROXIES", f.TrustedProxies),
		QuoteRateLimit:    v.atLeast(1, "QUOTE_RATE_LIMIT", f.QuoteRateLimit),
		RenderWorkers:     v.atLeast(0, "RENDER_WORKERS", f.RenderWorkers),
		RenderMemo:        v.onOff("RENDER_MEMO", f.RenderMemo),
		PageCache:         v.atLeast(1, "PAGE_CACHE", f.PageCache),
		LogFormat:         logging.Format(f.LogFormat),
		TLSDomains:        v.domains("TLS_DOMAINS", f.TLSDomains),
		TLSCA:             f.TLSCA,
		TLSStorage:        f.TLSStorage,
		HTTPAddr:          v.listenAddress("HTTP_ADDR", f.HTTPAddr),
		EditorURL:         f.EditorURL,
	}
	if !strings.Contains(f.EditorURL, "{file}") {
		v.bad("EDITOR_URL", f.EditorURL, "an address with {file}, such as vscode://file{file}:{line}:{column}")
	}
	if u := s.BaseURL; u != nil {
		if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
			v.bad("BASE_URL", f.BaseURL, "an address without a path, such as https://www.example.com")
		}
		u.Path = ""
	}
	if u := v.httpURL("TLS_CA", f.TLSCA); u == nil && f.TLSCA == "" {
		v.bad("TLS_CA", "", "the address of an ACME directory")
	}
	if s.BaseURL != nil && s.BaseURL.Scheme != "https" && len(s.TLSDomains) > 0 {
		v.bad("BASE_URL", f.BaseURL, "an https address, because TLS_DOMAINS is set")
	}
	if s.LogFormat != logging.Text && s.LogFormat != logging.JSON {
		v.bad("LOG_FORMAT", f.LogFormat, "text or json")
	}
	if f.MapsEmbedURL == "" {
		v.bad("MAPS_EMBED_URL", "", "an absolute http or https address")
	}
	path, sqlite := strings.CutPrefix(f.DatabaseURL, "sqlite:")
	if (!sqlite || path == "") && !strings.HasPrefix(f.DatabaseURL, "postgres://") && !strings.HasPrefix(f.DatabaseURL, "postgresql://") {
		v.bad("DATABASE_URL", redact(f.DatabaseURL), "sqlite:PATH or postgres://…")
	}
	f.checkServices(&v)
	var err error
	if s.Destinations, err = f.Destinations.Open(); err != nil {
		v.add(err)
	}
	s.SMTP, s.OwnerEmail = f.checkMail(&v)
	if len(v.problems) > 0 {
		return s, fmt.Errorf("settings:\n%w", errors.Join(v.problems...))
	}
	return s, nil
}

// checkServices checks the settings of the services that the program calls.
func (f Flags) checkServices(v *validator) {
	v.httpURL("LEAD_WEBHOOK_URL", f.LeadWebhookURL)
	if f.LeadWebhookSecret != "" {
		if err := lead.CheckSecret(f.LeadWebhookSecret); err != nil {
			v.add(fmt.Errorf("LEAD_WEBHOOK_SECRET is %q; %w", "…", err))
		}
	}
	v.httpURL("SUPABASE_URL", f.SupabaseURL)
	if f.SupabaseURL != "" && f.SupabaseAnonKey == "" {
		v.add(errors.New("SUPABASE_ANON_KEY is empty and SUPABASE_URL is set: supabaseKey is required."))
	}
	if f.SupabaseURL == "" && f.SupabaseAnonKey != "" {
		v.bad("SUPABASE_URL", "", "the backend's address, because SUPABASE_ANON_KEY is set")
	}
	if f.SupabaseSession == "on" && f.SupabaseURL == "" {
		v.bad("SUPABASE_ANONYMOUS_SESSION", "on", "SUPABASE_URL to be set too")
	}
	if f.AnalyticsURL != "" {
		// The relay knows what each format wants, and no format wants anything of the site's own address.
		relay := analytics.Config{URL: f.AnalyticsURL, Format: analytics.Format(f.AnalyticsFormat), Secret: f.AnalyticsSecret, Site: &url.URL{}}
		if _, err := analytics.New(relay); err != nil {
			v.add(err)
		}
	}
}

// checkMail checks the settings of the mails, and returns the server, if there is one, and the owner's addresses.
func (f Flags) checkMail(v *validator) (server *mail.Server, owner []string) {
	if f.SMTPURL != "" {
		parsed, err := mail.ParseServer(f.SMTPURL)
		if err != nil {
			v.add(fmt.Errorf("SMTP_URL is %q; %w", "…", err)) // it usually has a password
		}
		server = &parsed
	}
	for address := range strings.SplitSeq(f.OwnerEmail, ",") {
		address = strings.TrimSpace(address)
		switch {
		case address == "":
		case !mail.ValidAddress(address):
			v.bad("OWNER_EMAIL", address, "addresses such as owner@example.com, separated by commas")
		default:
			owner = append(owner, address)
		}
	}
	switch {
	case f.SMTPURL != "" && strings.Trim(f.OwnerEmail, ", ") == "":
		v.bad("OWNER_EMAIL", f.OwnerEmail, "the addresses that get a mail about each lead, because SMTP_URL is set")
	case f.SMTPURL == "" && f.OwnerEmail != "":
		v.bad("SMTP_URL", "", "the mail server's address, because OWNER_EMAIL is set")
	case f.SMTPURL == "" && f.Acknowledge == "on":
		v.bad("ACKNOWLEDGE", "on", "SMTP_URL and OWNER_EMAIL to be set too")
	}
	return server, owner
}

// redact drops what may be secret in an address: user, password and query.
func redact(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "…"
	}
	if u.User != nil {
		u.User = url.User("…")
	}
	if u.RawQuery != "" {
		u.RawQuery = "…"
	}
	return u.String()
}

func mask(secret string) string {
	if secret == "" {
		return "none"
	}
	return "set"
}

// LogValue lists the settings with secrets masked. A webhook's address often is a secret by itself.
func (s Settings) LogValue() slog.Value {
	base := "from content"
	if s.BaseURL != nil {
		base = s.BaseURL.String()
	}
	webhook := "none"
	if u, err := url.Parse(s.LeadWebhookURL); err == nil && u.Host != "" {
		webhook = u.Host
	}
	smtp := "none"
	if s.SMTP != nil {
		smtp = s.SMTP.Host()
	}
	return slog.GroupValue(
		slog.String("ADDR", s.Addr),
		slog.String("ADMIN_ADDR", s.AdminAddr),
		slog.String("BASE_URL", base),
		slog.String("DATABASE_URL", redact(s.DatabaseURL)),
		slog.String("SOURCES_DIR", s.SourcesDir),
		slog.String("CONTENT_DIR", s.ContentDir),
		slog.String("LEAD_WEBHOOK_URL", webhook),
		slog.String("LEAD_WEBHOOK_SECRET", mask(s.LeadWebhookSecret)),
		slog.Duration("LEAD_RETENTION", s.LeadRetention),
		slog.String("SMTP_URL", smtp),
		slog.Int("OWNER_EMAIL", len(s.OwnerEmail)), // how many: addresses are not for the log
		slog.Bool("ACKNOWLEDGE", s.Acknowledge),
		slog.Duration("ALERT_AFTER", s.AlertAfter),
		slog.String("SELF_TEST", s.SelfTest.String()),
		slog.String("SUPABASE_URL", redact(s.SupabaseURL)),
		slog.String("SUPABASE_ANON_KEY", mask(s.SupabaseAnonKey)),
		slog.Bool("SUPABASE_ANONYMOUS_SESSION", s.SupabaseSession),
		slog.String("ANALYTICS_URL", redact(s.AnalyticsURL)),
		slog.String("ANALYTICS_FORMAT", string(s.AnalyticsFormat)),
		slog.String("ANALYTICS_SECRET", mask(s.AnalyticsSecret)),
		slog.String("MAPS_EMBED_URL", redact(s.MapsEmbedURL.String())),
		slog.Any("TRUSTED_PROXIES", s.TrustedProxies),
		slog.Int("QUOTE_RATE_LIMIT", s.QuoteRateLimit),
		slog.Int("RENDER_WORKERS", s.RenderWorkers),
		slog.Bool("RENDER_MEMO", s.RenderMemo),
		slog.Int("PAGE_CACHE", s.PageCache),
		slog.Any("destinations", destinations.Hosts(s.Destinations)),
		slog.Any("TLS_DOMAINS", s.TLSDomains),
		slog.String("TLS_CA", redact(s.TLSCA)),
		slog.String("TLS_STORAGE", s.TLSStorage),
		slog.String("HTTP_ADDR", s.HTTPAddr),
		slog.String("LOG_FORMAT", string(s.LogFormat)),
		slog.String("EDITOR_URL", s.EditorURL),
	)
}

// Vars are what the tags of settings refer to.
func Vars() kong.Vars {
	return kong.Vars{"maps": MapsEmbedURL, "acme": certmagic.LetsEncryptProductionCA}
}
