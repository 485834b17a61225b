package server

import (
	"bytes"
	"net/url"
	"testing"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// A slash at the end makes no second slash in the paths that are appended, on the server or in the browser.
func TestSupabaseAddressEndsWithoutSlash(t *testing.T) {
	set, err := program.ParseSettings("SUPABASE_URL=https://project.example//", "SUPABASE_ANON_KEY=key", "SUPABASE_ANONYMOUS_SESSION=on")
	if err != nil {
		t.Fatal(err)
	}
	session, err := session(set)
	if err != nil || session.URL.String() != "https://project.example" || set.SupabaseURL != "https://project.example" {
		t.Errorf("the browser uses %v, the server %s, %v, want no slash at the end", session.URL, set.SupabaseURL, err)
	}
}

// Instances that share a secret have the same key; where nothing in the settings is secret, nobody can compute the key.
func TestSharedSecret(t *testing.T) {
	base := &url.URL{Scheme: "https", Host: "junk.test"}
	for _, test := range []struct {
		database, webhook string
		shared            bool
	}{
		{"postgres://haulfront:secret@db/leads", "", true},
		{"postgres://db/leads?user=haulfront&password=secret", "", true},
		{"postgres://haulfront@db/leads", "whsec_c2VjcmV0", true},
		{"postgres://haulfront@db/leads", "", false},
		{"sqlite:leads.db", "whsec_c2VjcmV0", false},
	} {
		set := config.Settings{DatabaseURL: test.database, LeadWebhookSecret: test.webhook}
		if shared := bytes.Equal(sharedSecret(set, base), sharedSecret(set, base)); shared != test.shared {
			t.Errorf("with %s and the webhook's secret %q, two instances share a key: %v", test.database, test.webhook, shared)
		}
	}
}
