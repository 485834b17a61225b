package office

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/base/mail"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// browser is a browser's side of a subscription.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t *testing.T) browser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	testkit.Must(t, err)
	auth := make([]byte, 16)
	rand.Read(auth)
	return browser{key, auth}
}

func (b browser) subscription(endpoint string) Subscription {
	encode := base64.RawURLEncoding.EncodeToString
	return Subscription{Endpoint: endpoint, P256dh: encode(b.key.PublicKey().Bytes()), Auth: encode(b.auth)}
}

// decrypt is RFC 8291, section 3.4, for one record of RFC 8188.
func (b browser) decrypt(t *testing.T, body []byte) []byte {
	t.Helper()
	salt, keyLength := body[:16], int(body[20])
	serverKey, sealed := body[21:21+keyLength], body[21+keyLength:]
	server, err := ecdh.P256().NewPublicKey(serverKey)
	testkit.Must(t, err)
	shared, err := b.key.ECDH(server)
	testkit.Must(t, err)
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		testkit.Must(t, err)
		return key
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(serverKey)
	secret := derive(shared, b.auth, info, 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	testkit.Must(t, err)
	gcm, err := cipher.NewGCM(block)
	testkit.Must(t, err)
	plain, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	testkit.Must(t, err)
	return bytes.TrimSuffix(bytes.TrimRight(plain, "\x00"), []byte{2})
}

// A notification reaches each browser of a signed-in user, which alone can read it; a browser that has ended its
// subscription, or whose session was ended, is forgotten. The crew get only what is for them.
func TestPush(t *testing.T) {
	onEachDatabase(t, nil, func(t *testing.T, store *outbox.Service) {
		type request struct {
			path, authorization string
			body                []byte
		}
		requests := make(chan request, 8)
		service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			requests <- request{r.URL.Path, r.Header.Get("Authorization"), body}
			switch r.URL.Path {
			case "/gone":
				w.WriteHeader(http.StatusGone)
			case "/broken":
				w.WriteHeader(http.StatusInternalServerError)
			default:
				w.WriteHeader(http.StatusCreated)
			}
		}))
		defer service.Close()
		log := &testkit.Log{}
		n := Open(Config{Journal: store.Journal, Now: time.Now, Words: words,
			Users: []mail.Address{{Email: "Ann@example.com"}, {Email: "gone@example.com"}},
			Crew:  []mail.Address{{Email: "cid@example.com"}, {Email: "ann@example.com"}},
			Log:   slog.New(slog.NewTextHandler(log, nil)),
			Base:  func() *url.URL { return calendarBase }, PushClient: service.Client()})
		one, two := newBrowser(t), newBrowser(t)
		testkit.Must(t, n.Subscribe(t.Context(), "ann@example.com", "", one.subscription(service.URL+"/one")))
		testkit.Must(t, n.Subscribe(t.Context(), "ann@example.com", "", two.subscription(service.URL+"/gone")))
		testkit.Must(t, n.Subscribe(t.Context(), "gone@example.com", "", two.subscription(service.URL+"/signed-out")))
		testkit.Must(t, n.Subscribe(t.Context(), "ann@example.com", "", two.subscription(service.URL+"/broken")))
		testkit.Must(t, n.Subscribe(t.Context(), "ann@example.com", "lost", two.subscription(service.URL+"/lost")))
		testkit.Must(t, n.Subscribe(t.Context(), "cid@example.com", "", two.subscription(service.URL+"/crew")))
		testkit.Must(t, n.Subscribe(t.Context(), "bob@example.com", "", one.subscription(service.URL+"/no-user")))
		testkit.Must(t, store.Transact(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO sessions (digest, email, created_at, used_at, expires_at, device)
				VALUES ('x', 'ann@example.com', 0, 0, $1, ''), ($2, 'ann@example.com', 0, 0, $1, ''),
				('y', 'bob@example.com', 0, 0, $1, ''), ('z', 'cid@example.com', 0, 0, $1, '')`,
				time.Now().Add(time.Hour).UnixMilli(), journal.TokenDigest("lost"))
			return err
		}))
		testkit.Must(t, n.EndSession(t.Context(), SessionID("lost"), "ann@example.com"))
		key, err := n.PushKey(t.Context())
		testkit.Must(t, err)
		sent := Notification{Title: "New request", Body: "Yard Waste in Plano", Path: "/office/leads/1", Tag: "1"}
		n.Push(t.Context(), sent, false)
		n.Push(t.Context(), sent, false)
		n.Push(t.Context(), sent, true)
		close(requests)
		var paths []string
		for r := range requests {
			paths = append(paths, r.path)
			if !strings.HasSuffix(r.authorization, "k="+key) {
				t.Errorf("Authorization is %q, want the key %s", r.authorization, key)
			}
			if r.path == "/one" {
				var got Notification
				testkit.Must(t, json.Unmarshal(one.decrypt(t, r.body), &got))
				if got != sent {
					t.Errorf("the notification is %v, want %v", got, sent)
				}
			}
		}
		if got := strings.Join(paths, " "); strings.Count(got, "/one") != 2 || strings.Count(got, "/gone") != 1 ||
			strings.Count(got, "/broken") != 2 || strings.Count(got, "/crew") != 1 || len(paths) != 6 {
			t.Errorf("requests went to %s; want /one twice, /gone and /crew once, none to a browser without a session "+
				"or a user", got)
		}
		if got := n.FailedPushes(); got != 2 {
			t.Errorf("FailedPushes() = %d, want both of /broken", got)
		}
		if strings.Contains(log.String(), "/one") {
			t.Errorf("the log has a secret address:\n%s", log)
		}
	})
}

func TestSubscribeRejects(t *testing.T) {
	n := &Office{}
	for _, s := range []Subscription{
		{}, {"http://push.example/1", "p", "a", ""}, {"https:///1", "p", "a", ""},
		{"https://push.example/1", "", "a", ""},
		{"https://push.example/" + strings.Repeat("a", 1000), "p", "a", ""}, {"file:///etc/passwd", "p", "a", ""},
	} {
		if err := n.Subscribe(t.Context(), "ann@example.com", "", s); !errors.Is(err, ErrSubscription) {
			t.Errorf("Subscribe(%+v) = %v, want ErrSubscription", s, err)
		}
	}
	for _, address := range []string{"https://127.0.0.1:1/", "https://10.0.0.1/", "https://[::1]:1/",
		"https://169.254.169.254/"} {
		if _, err := publicClient.Get(address); err == nil || !strings.Contains(err.Error(), "not a public address") {
			t.Errorf("a push service at %s: %v, want not a public address", address, err)
		}
	}
}
