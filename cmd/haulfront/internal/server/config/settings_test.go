package config_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// printed is how the program prints its settings at the start.
func printed(set config.Settings) string {
	var out bytes.Buffer
	slog.New(slog.NewTextHandler(&out, nil)).Info("starting", "settings", set)
	return out.String()
}

func TestDefaultSettings(t *testing.T) {
	got := printed(program.Settings(t))
	for _, want := range []string{
		"ADDR=:8080", "ADMIN_ADDR=127.0.0.1:9090", `BASE_URL=""`, "DATABASE_URL=sqlite:var/haulfront.db",
		"LEAD_WEBHOOK_URL=none", "LEAD_WEBHOOK_SECRET=none", "SUPABASE_ANON_KEY=none", "QUOTE_RATE_LIMIT=10",
		"SUPABASE_ANONYMOUS_SESSION=false", "ANALYTICS_SECRET=none", "RENDER_WORKERS=0", "RENDER_MEMO=true",
		"LOG_FORMAT=text", "EDITOR_URL=vscode://file{file}:{line}:{column}", `CONTENT_DIR=""`,
		"TRUSTED_PROXIES=[]", "destinations=[]", `MAPS_EMBED_URL=""`,
	} {
		if !strings.Contains(got, "settings."+want) {
			t.Errorf("the default settings are printed without %s:\n%s", want, got)
		}
	}
}

func TestSettingIsVariableAndFlag(t *testing.T) {
	t.Setenv("QUOTE_RATE_LIMIT", "7")
	if set, err := program.ParseSettings(); err != nil || set.QuoteRateLimit != 7 {
		t.Errorf("QUOTE_RATE_LIMIT=7 = %d, %v", set.QuoteRateLimit, err)
	}
	if set, err := program.ParseSettings("QUOTE_RATE_LIMIT=8"); err != nil || set.QuoteRateLimit != 8 {
		t.Errorf("--quote-rate-limit=8 beside QUOTE_RATE_LIMIT=7 = %d, %v, want the flag", set.QuoteRateLimit, err)
	}
}

func TestBadSettingNamesItself(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"ADDR", "8080", "host:port"},
		{"ADMIN_ADDR", "localhost:70000", "host:port"},
		{"BASE_URL", "www.example.com", "an absolute http or https address"},
		{"BASE_URL", "https://example.com/site", "without a path"},
		{"DATABASE_URL", "mysql://db.example/leads", "sqlite:PATH or postgres://"},
		{"LEAD_WEBHOOK_URL", "ftp://hooks.example/a", "an absolute http or https address"},
		{"LEAD_WEBHOOK_SECRET", "not base64!", "want base64"},
		{"LEAD_WEBHOOK_SECRET", "whsec_dHdlbnR5LXRocmVlIGJ5dGVzIGxuZw==", "want at least 24 bytes"},
		{"LEAD_RETENTION", "18 months", "off, or an age of a day or more"},
		{"LEAD_RETENTION", "23h", "off, or an age of a day or more"},
		{"SUPABASE_URL", "project.example", "an absolute http or https address"},
		{"SUPABASE_ANON_KEY", "key-without-address", "the backend's address"},
		{"SUPABASE_ANONYMOUS_SESSION", "yes", "on or off"},
		{"SUPABASE_ANONYMOUS_SESSION", "on", "SUPABASE_URL to be set too"},
		{"MAPS_EMBED_URL", "javascript:alert(1)", "an absolute http or https address"},
		{"TRUSTED_PROXIES", "10.0.0.0/8,nearby", "addresses or networks"},
		{"QUOTE_RATE_LIMIT", "0", "a whole number, 1 or more"},
		{"RENDER_WORKERS", "-1", "a whole number, 0 or more"},
		{"ALERT_AFTER", "59s", "off, or a duration of a minute or more"},
		{"ALERT_URL", "ntfy.sh/secret", "an absolute http or https address"},
		{"HEARTBEAT_URL", "ping", "an absolute http or https address"},
		{"WORKIZ_SECRET", "sec", "the account's API token"},
		{"SMTP_URL", "mail.example.com:25", "smtp://user:password@host:port"},
		{"SMTP_URL", "smtp://mail.example.com", "because SMTP_URL is set"},
		{"OWNER_EMAIL", "owner@example.com", "because OWNER_EMAIL is set"},
		{"OWNER_EMAIL", "owner", "addresses such as owner@example.com"},
		{"OWNER_EMAIL", "\u201cowner@example.com\u201d", "addresses such as owner@example.com"},
		{"OFFICE_USERS", "Ann <ann@example>", "Ann <ann@example.com>"},
		{"ACKNOWLEDGE", "on", "SMTP_URL and OWNER_EMAIL to be set too"},
		{"LOG_FORMAT", "xml", "text or json"},
		{"TLS_DOMAINS", "www.example.com,https://example.com", "public names"},
		{"TLS_DOMAINS", "203.0.113.7", "public names"},
		{"TLS_DOMAINS", "localhost", "public names"},
		{"TLS_DOMAINS", "*.example.com", "public names"},
		{"EDITOR_URL", "emacs://open", "an address with {file}"},
	} {
		_, err := program.ParseSettings(test.name + "=" + test.value)
		if err == nil || !strings.Contains(err.Error(), test.name) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s=%s = %v, want an error that names it and wants %s", test.name, test.value, err, test.want)
		}
	}
}

// A setting may be bad only beside another.
func TestSettingsBesideOthers(t *testing.T) {
	const address = "ANALYTICS_URL=https://stats.example/collect?measurement_id=G-1"
	for _, test := range []struct {
		pairs []string
		want  string
	}{
		{[]string{"TLS_DOMAINS=www.example.com", "BASE_URL=http://www.example.com"}, "BASE_URL is"},
		{[]string{"ALERT_AFTER=off", "ALERT_URL=https://ntfy.sh/secret"}, "ALERT_AFTER is"},
		{[]string{"ALERT_AFTER=off", "HEARTBEAT_URL=https://hc.example/secret"}, "ALERT_AFTER is"},
		{[]string{address, "ANALYTICS_FORMAT=ga4", "ANALYTICS_SECRET=s"}, ""},
		{[]string{address, "ANALYTICS_FORMAT=matomo"}, "ga4, plausible or json"},
	} {
		_, err := program.ParseSettings(test.pairs...)
		if (err == nil) != (test.want == "") || (err != nil && !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q = %v, want %q", test.pairs, err, test.want)
		}
	}
}

func TestBadSettingsAllAtOnce(t *testing.T) {
	_, err := program.ParseSettings("ADDR=8080", "BASE_URL=example.com", "SUPABASE_URL=https://project.example",
		"QUOTE_RATE_LIMIT=0", "SMTP_URL=smtp://web:hidden@mail.example.com:0", "OWNER_EMAIL=owner,crew@example.com",
		"ALERT_AFTER=20s", "ALERT_URL=https://ntfy.sh/topic")
	if err == nil || strings.Contains(err.Error(), "hidden") {
		t.Fatalf("bad settings = %v, want an error without the password", err)
	}
	for _, want := range []string{"ADDR is", "BASE_URL is", "SUPABASE_ANON_KEY is empty and SUPABASE_URL is set: " +
		"supabaseKey is required.\n", "QUOTE_RATE_LIMIT is", `SMTP_URL is "…"; want a port`,
		`OWNER_EMAIL is "owner"`, "ALERT_AFTER is"} {
		if got := strings.Count("\n"+err.Error()+"\n", "\n"+want); got != 1 {
			t.Errorf("%d lines begin with %q, want 1:\n%v", got, want, err)
		}
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	template := filepath.Join(t.TempDir(), "lead.json")
	testkit.Must(t, os.WriteFile(template, []byte(`{"who": "{name}", "lead": "{id}"}`), 0o600))
	webhookSecret := "whsec_" + base64.StdEncoding.EncodeToString([]byte("what the scripts sign with"))
	got := printed(program.Settings(t,
		"DATABASE_URL=postgres://journal:db-secret@db.example/leads?sslpassword=tls-secret",
		"LEAD_WEBHOOK_URL=https://user:user-secret@hooks.example/path-secret?token=query-secret",
		"LEAD_WEBHOOK_SECRET="+webhookSecret,
		"SUPABASE_URL=https://project.example", "SUPABASE_ANON_KEY=key-secret",
		"ANALYTICS_URL=https://user:stats-secret@stats.example/collect?measurement_id=id-secret",
		"ANALYTICS_FORMAT=ga4", "ANALYTICS_SECRET=api-secret",
		"MAPS_EMBED_URL=https://maps.example/embed?key=map-secret",
		"ALERT_URL=https://ntfy.sh/topic-secret", "HEARTBEAT_URL=https://hc.example/id-secret",
		"WORKIZ_TOKEN=token-secret", "WORKIZ_SECRET=api-secret", "WORKIZ_URL=https://workiz.example/path-secret",
		"SMTP_URL=smtp://web:mail-secret@mail.example.com:25", "OWNER_EMAIL=owner-secret@example.com, crew@example.com",
		"HOUSECALL_PRO_KEY=key-secret", "LEAD_TEMPLATE_FILE="+template,
		"LEAD_TEMPLATE_URL=https://crm.example/path-secret?token=query-secret",
		"LEAD_TEMPLATE_AUTHORIZATION=Bearer bearer-secret"))
	for _, want := range []string{"hooks.example", "LEAD_WEBHOOK_SECRET=set", "SUPABASE_ANON_KEY=set",
		"ANALYTICS_SECRET=set", "stats.example", "db.example",
		"SMTP_URL=mail.example.com:25", "OWNER_EMAIL=2",
		"ALERT_URL=ntfy.sh", "HEARTBEAT_URL=hc.example",
		"workiz at workiz.example", "housecallpro at api.housecallpro.com", "template at crm.example"} {
		if !strings.Contains(got, want) {
			t.Errorf("the printed settings lack %q:\n%s", want, got)
		}
	}
	_, bad := program.ParseSettings("DATABASE_URL=mysql://journal:db-secret@db.example/leads",
		"LEAD_WEBHOOK_URL=htps://user:user-secret@hooks.example/path-secret?token=query-secret",
		"LEAD_WEBHOOK_SECRET=whsec_bad-secret", "SUPABASE_ANON_KEY=key-secret",
		"ANALYTICS_URL=https://stats.example/?key=stats-secret", "ANALYTICS_FORMAT=plausible",
		"ANALYTICS_SECRET=api-secret",
		"WORKIZ_TOKEN=token secret-secret", "HOUSECALL_PRO_KEY=key-secret", "HOUSECALL_PRO_URL=x-secret",
		"LEAD_TEMPLATE_AUTHORIZATION=Bearer bearer-secret", "LEAD_TEMPLATE_URL=crm.example/path-secret")
	if bad == nil {
		t.Fatal("bad settings = nil, want an error")
	}
	for _, text := range []string{got, bad.Error()} {
		if i := strings.Index(text, "-secret"); i >= 0 || strings.Contains(text, webhookSecret) {
			t.Errorf("a secret is printed:\n%s", text)
		}
	}
}

func TestTrustedProxies(t *testing.T) {
	for text, want := range map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "10.1.2.3/8": "10.0.0.0/8", "10.1.2.3": "10.1.2.3/32",
		"2001:db8::1":     "2001:db8::1/128",
		"::ffff:10.1.2.3": "10.1.2.3/32", "::ffff:10.1.2.3/104": "10.0.0.0/8", "fe80::1%eth0": "fe80::1/128",
		"::/0":              "::/0",
		"10.0.0.0/8, ::1 ,": "10.0.0.0/8 ::1/128", "nearby": "invalid", "10.0.0.0/33": "invalid", "": "",
	} {
		set, err := program.ParseSettings("TRUSTED_PROXIES=" + text)
		got := strings.Trim(fmt.Sprint(set.TrustedProxies), "[]")
		if err != nil {
			got = "invalid"
		}
		if got != want {
			t.Errorf("TRUSTED_PROXIES=%s is %s (%v), want %s", text, got, err, want)
		}
	}
}

// The site's hosts are those of BASE_URL and of TLS_DOMAINS, without ports. A slash at the end of the backend's address
// makes no second slash in the paths that are appended.
func TestAddresses(t *testing.T) {
	for want, settings := range map[string][]string{
		"[] <nil>":                    nil,
		"[localhost] <nil>":           {"BASE_URL=http://localhost:8080"},
		"[www.junk.com a.test] <nil>": {"BASE_URL=https://a.test", "TLS_DOMAINS=www.junk.com"},
		"[] https://project.example":  {"SUPABASE_URL=https://project.example//", "SUPABASE_ANON_KEY=key"},
	} {
		set := program.Settings(t, settings...)
		if got := fmt.Sprint(set.Hosts(), set.SupabaseURL); got != want {
			t.Errorf("with %q, the addresses are %s, want %s", settings, got, want)
		}
	}
}
