package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"haulfront/cmd/haulfront/internal/analytics"
	"haulfront/cmd/haulfront/internal/lead"
)

// flags are the settings as they are typed: text from the environment or the command line.
type flags struct {
	Addr              string `env:"ADDR" default:":8080" help:"Address to serve on, host:port."`
	AdminAddr         string `env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"Address of /healthz, /readyz and /metrics."`
	BaseURL           string `env:"BASE_URL" help:"The site's own address; by default the one in content/business.yaml."`
	DatabaseURL       string `env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"Where leads are kept: sqlite:PATH or postgres://…"`
	SourcesDir        string `name:"sources" env:"SOURCES_DIR" help:"Folder of a checkout whose components and assets are used; by default those that the program carries."`
	LeadWebhookURL    string `env:"LEAD_WEBHOOK_URL" help:"Where each lead is posted; without it the journal is the inbox."`
	LeadWebhookSecret string `env:"LEAD_WEBHOOK_SECRET" help:"Secret that signs the webhook, whsec_ and base64 (standardwebhooks.com)."`
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
}

// mapsEmbedURL is OpenStreetMap's embed of the service area; it needs no key and sets no cookie
// (https://wiki.openstreetmap.org/wiki/Export#Embeddable_HTML).
const mapsEmbedURL = "https://www.openstreetmap.org/export/embed.html?bbox=-97.75%2C32.35%2C-96.25%2C33.35&layer=mapnik"

// settings are the flags, checked.
type settings struct {
	addr, adminAddr string
	// baseURL is nil when the content's own address is to be used.
	baseURL     *url.URL
	databaseURL string
	// sourcesDir is empty where the program's own sources are used.
	sourcesDir    string
	webhookURL    string
	webhookSecret string
	supabaseURL   string
	supabaseKey   string
	// supabaseSession says that visitors are signed in anonymously in the browser.
	supabaseSession bool
	// analyticsURL is empty where page views are not reported.
	analyticsURL    string
	analyticsFormat analytics.Format
	analyticsSecret string
	mapsEmbedURL    *url.URL
	trustedProxies  []netip.Prefix
	quoteRateLimit  int
	renderWorkers   int
	renderMemo      bool
}

// check reads every flag and reports all bad ones at once, each by name with what it wants.
func (f flags) check() (settings, error) {
	var problems []error
	bad := func(name, value, want string) {
		problems = append(problems, fmt.Errorf("%s is %q; want %s", name, value, want))
	}
	address := func(name, value string) string {
		if _, port, err := net.SplitHostPort(value); err != nil || !isPort(port) {
			bad(name, value, "host:port, such as :8080")
		}
		return value
	}
	web := func(name, value string) *url.URL {
		if value == "" {
			return nil
		}
		u, err := url.Parse(value)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
			// Not even its path: a webhook's address often is a secret by itself.
			bad(name, "…", "an absolute http or https address")
			return nil
		}
		return u
	}
	number := func(name, value string, least int) int {
		n, err := strconv.Atoi(value)
		if err != nil || n < least {
			bad(name, value, fmt.Sprintf("a whole number, %d or more", least))
		}
		return n
	}

	s := settings{
		addr:            address("ADDR", f.Addr),
		adminAddr:       address("ADMIN_ADDR", f.AdminAddr),
		baseURL:         web("BASE_URL", f.BaseURL),
		databaseURL:     f.DatabaseURL,
		sourcesDir:      f.SourcesDir,
		webhookURL:      f.LeadWebhookURL,
		webhookSecret:   f.LeadWebhookSecret,
		supabaseURL:     strings.TrimRight(f.SupabaseURL, "/"), // paths are appended, here and in the browser
		supabaseKey:     f.SupabaseAnonKey,
		supabaseSession: f.SupabaseSession == "on",
		analyticsURL:    f.AnalyticsURL,
		analyticsFormat: analytics.Format(f.AnalyticsFormat),
		analyticsSecret: f.AnalyticsSecret,
		mapsEmbedURL:    web("MAPS_EMBED_URL", f.MapsEmbedURL),
		quoteRateLimit:  number("QUOTE_RATE_LIMIT", f.QuoteRateLimit, 1),
		renderWorkers:   number("RENDER_WORKERS", f.RenderWorkers, 0),
		renderMemo:      f.RenderMemo == "on",
	}
	if u := s.baseURL; u != nil && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "") {
		bad("BASE_URL", f.BaseURL, "an address without a path, such as https://www.example.com")
	}
	if s.baseURL != nil {
		s.baseURL.Path = ""
	}
	if f.MapsEmbedURL == "" {
		bad("MAPS_EMBED_URL", "", "an absolute http or https address")
	}
	web("LEAD_WEBHOOK_URL", f.LeadWebhookURL)
	web("SUPABASE_URL", f.SupabaseURL)
	if f.LeadWebhookSecret != "" {
		if err := lead.CheckSecret(f.LeadWebhookSecret); err != nil {
			problems = append(problems, fmt.Errorf("LEAD_WEBHOOK_SECRET is %q; %w", "…", err))
		}
	}
	if f.SupabaseURL != "" && f.SupabaseAnonKey == "" {
		problems = append(problems, errors.New("SUPABASE_ANON_KEY is empty and SUPABASE_URL is set: supabaseKey is required."))
	}
	if f.SupabaseURL == "" && f.SupabaseAnonKey != "" {
		bad("SUPABASE_URL", "", "the backend's address, because SUPABASE_ANON_KEY is set")
	}
	if f.SupabaseSession != "on" && f.SupabaseSession != "off" {
		bad("SUPABASE_ANONYMOUS_SESSION", f.SupabaseSession, "on or off")
	}
	if f.SupabaseSession == "on" && f.SupabaseURL == "" {
		bad("SUPABASE_ANONYMOUS_SESSION", "on", "SUPABASE_URL to be set too")
	}
	if f.AnalyticsURL != "" {
		// The relay knows what each format wants, and no format wants anything of the site's own address.
		relay := analytics.Config{URL: f.AnalyticsURL, Format: s.analyticsFormat, Secret: f.AnalyticsSecret, Site: &url.URL{}}
		if _, err := analytics.New(relay); err != nil {
			problems = append(problems, err)
		}
	}
	if path, sqlite := strings.CutPrefix(f.DatabaseURL, "sqlite:"); (!sqlite || path == "") && !strings.HasPrefix(f.DatabaseURL, "postgres://") && !strings.HasPrefix(f.DatabaseURL, "postgresql://") {
		bad("DATABASE_URL", redact(f.DatabaseURL), "sqlite:PATH or postgres://…")
	}
	if f.RenderMemo != "on" && f.RenderMemo != "off" {
		bad("RENDER_MEMO", f.RenderMemo, "on or off")
	}
	for item := range strings.SplitSeq(f.TrustedProxies, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		network, ok := parseNetwork(item)
		if !ok {
			bad("TRUSTED_PROXIES", item, "addresses or networks such as 10.0.0.0/8, separated by commas")
		}
		s.trustedProxies = append(s.trustedProxies, network)
	}
	return s, errors.Join(problems...)
}

// parseNetwork reads a network, or an address as a network of one. An IPv4 address that is written as an IPv6 one is taken for
// what it is; an IPv6 zone, which says where this machine sees an address, is left out.
func parseNetwork(text string) (netip.Prefix, bool) {
	network, err := netip.ParsePrefix(text)
	if addr, addrErr := netip.ParseAddr(text); addrErr == nil {
		addr = addr.WithZone("")
		network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	const mappedBits = 96 // of ::ffff:0:0/96 (RFC 4291, section 2.5.5.2)
	if addr := network.Addr(); addr.Is4In6() && network.Bits() >= mappedBits {
		network = netip.PrefixFrom(addr.Unmap(), network.Bits()-mappedBits)
	}
	return network.Masked(), err == nil
}

func isPort(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 0 && n <= 65535
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
func (s settings) LogValue() slog.Value {
	base := "from content"
	if s.baseURL != nil {
		base = s.baseURL.String()
	}
	webhook := "none"
	if u, err := url.Parse(s.webhookURL); err == nil && u.Host != "" {
		webhook = u.Host
	}
	return slog.GroupValue(
		slog.String("ADDR", s.addr),
		slog.String("ADMIN_ADDR", s.adminAddr),
		slog.String("BASE_URL", base),
		slog.String("DATABASE_URL", redact(s.databaseURL)),
		slog.String("SOURCES_DIR", s.sourcesDir),
		slog.String("LEAD_WEBHOOK_URL", webhook),
		slog.String("LEAD_WEBHOOK_SECRET", mask(s.webhookSecret)),
		slog.String("SUPABASE_URL", redact(s.supabaseURL)),
		slog.String("SUPABASE_ANON_KEY", mask(s.supabaseKey)),
		slog.Bool("SUPABASE_ANONYMOUS_SESSION", s.supabaseSession),
		slog.String("ANALYTICS_URL", redact(s.analyticsURL)),
		slog.String("ANALYTICS_FORMAT", string(s.analyticsFormat)),
		slog.String("ANALYTICS_SECRET", mask(s.analyticsSecret)),
		slog.String("MAPS_EMBED_URL", redact(s.mapsEmbedURL.String())),
		slog.Any("TRUSTED_PROXIES", s.trustedProxies),
		slog.Int("QUOTE_RATE_LIMIT", s.quoteRateLimit),
		slog.Int("RENDER_WORKERS", s.renderWorkers),
		slog.Bool("RENDER_MEMO", s.renderMemo),
	)
}
