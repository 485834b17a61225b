package supabase

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/testkit"
)

const key = "eyJ-anon-key"

func TestNew(t *testing.T) {
	for _, test := range []struct{ address, key, want string }{
		{"https://p.supabase.co", "", "supabaseKey is required."},
		{"", key, "supabaseUrl is required."},
		{"p.supabase.co", key, "supabaseUrl must be an http or https address."},
		{"http://%zz", key, "supabaseUrl must be an http or https address."},
	} {
		if _, err := New(test.address, test.key); err == nil || err.Error() != test.want {
			t.Errorf("New(%q, %q) = %v, want %s", test.address, test.key, err, test.want)
		}
	}
}

// project starts a backend and returns a client of it.
func project(t *testing.T, anonKey string, respond http.HandlerFunc) (*Client, *testkit.Receiver) {
	t.Helper()
	backend := testkit.NewReceiver(t, "backend", nil)
	backend.Set(respond)
	c, err := New(backend.URL, anonKey)
	testkit.Must(t, err)
	return c, backend
}

func TestRequest(t *testing.T) {
	for _, test := range []struct{ name, key, token, authorization string }{
		{"anonymous key", key, "", "Bearer " + key},
		{"session", key, "session", "Bearer session"},
		{"publishable key", "sb_publishable_x", "", ""},
		{"publishable key and session", "sb_publishable_x", "session", "Bearer session"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, backend := project(t, test.key, testkit.Status(http.StatusOK))
			err := c.Invoke(t.Context(), "send-contact-email", []byte(`{"name":"Ann"}`), test.token)
			testkit.Must(t, err)
			got := backend.All()[0]
			if got.Method != "POST" || got.Path != "/functions/v1/send-contact-email" || got.Body != `{"name":"Ann"}` {
				t.Errorf("the request is %+v", got)
			}
			for name, want := range map[string]string{
				"Content-Type": "application/json", "Apikey": test.key,
				"Authorization": test.authorization, "X-Client-Info": clientInfo, "User-Agent": "haulfront",
			} {
				if v := got.Header.Get(name); v != want {
					t.Errorf("%s = %q, want %q", name, v, want)
				}
			}
		})
	}
}

// The server and the browser identify as the same client, with the pinned version.
func TestClientInfo(t *testing.T) {
	const root = "../../../../../../"
	for file, want := range map[string]string{
		"package.json": `"@supabase/auth-js": "` + strings.TrimPrefix(clientInfo, "supabase-js-web/") + `"`,
		"components/islands/QuoteForm/session.ts": `"X-Client-Info": "` + clientInfo + `"`,
	} {
		if text, err := os.ReadFile(root + file); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s, %v", file, want, err)
		}
	}
}

// TestErrors checks the classes of failures in the order of the official client, and whether the function may have run.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name    string
		respond http.HandlerFunc
		class   outbound.Class
		status  int
		text    string
	}{
		{"dropped", testkit.Disconnect, outbound.Unknown, 0, "no answer from the function: "},
		{"hangs", testkit.Hang, outbound.Unknown, 0, "no answer from the function: context deadline exceeded"},
		{"relay", testkit.Relay, outbound.Temporary, 200, "the relay could not reach the function"},
		{"relay before status", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("x-relay-error", "true")
			w.WriteHeader(500)
		}, outbound.Temporary, 500, "the relay could not reach the function"},
		{"500", testkit.Status(500), outbound.Temporary, 500, "the function answered with status 500"},
		{"302", testkit.Status(302), outbound.Temporary, 302, "the function answered with status 302"},
		{"504", testkit.Status(504), outbound.Unknown, 504, "the function answered with status 504"},
		{"546", testkit.Status(546), outbound.Unknown, 546, "the function answered with status 546"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, _ := project(t, key, test.respond)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			wantError(t, c.Invoke(ctx, "f", nil, ""), test.class, test.status, test.text)
		})
	}
	s := httptest.NewServer(nil)
	s.Close()
	c, err := New(s.URL, key)
	testkit.Must(t, err)
	for _, token := range []string{"", "a\nsecret"} { // the other one is no header
		err := c.Invoke(t.Context(), "f", nil, token)
		wantError(t, err, outbound.Temporary, 0, "no answer from the function: ")
	}
}

func wantError(t *testing.T, err error, class outbound.Class, status int, text string) {
	t.Helper()
	var failure *outbound.Error
	if !errors.As(err, &failure) || failure.Class != class || failure.Status != status ||
		!strings.HasPrefix(err.Error(), text) || strings.Contains(err.Error(), key) ||
		strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "/functions/v1") {
		t.Errorf("Invoke() = %+v, want %q of class %d with status %d", failure, text, class, status)
	}
}
