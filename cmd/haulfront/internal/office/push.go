package office

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"haulfront/cmd/haulfront/internal/leads/journal"
)

const (
	// pushLife is how long a push service keeps a notification for a device that is off.
	pushLife = time.Hour
	// pushLimit bounds one request to a push service.
	pushLimit = 10 * time.Second
	// maxSubscriptions is how many browsers of one user are notified: the latest.
	maxSubscriptions = 10
)

// A Subscription is where the push service of a browser takes notifications, as PushSubscription.toJSON returns it
// (https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson).
type Subscription struct {
	Endpoint string `json:"endpoint"`
	P256dh   string `json:"p256dh"`
	Auth     string `json:"auth"`
	user     string // whose browser it is
}

// host returns the host of the push service, or "" if its address is not HTTPS. The rest of the address is secret.
func (s Subscription) host() string {
	address, err := url.Parse(s.Endpoint)
	if err != nil || address.Scheme != "https" {
		return ""
	}
	return address.Host
}

// ErrSubscription means that a browser cannot be notified at the address that it sent.
var ErrSubscription = errors.New("the subscription has no HTTPS address of a push service, or lacks its keys")

// A Notification is shown by the browser's service worker. One with the same Tag replaces another.
type Notification struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // of the page that it opens
	Tag   string `json:"tag"`
}

// PushKey returns the public key with which browsers subscribe.
func (o *Office) PushKey(ctx context.Context) (string, error) {
	_, public, err := o.vapidKeys(ctx)
	return public, err
}

// vapidKeys returns the keys that identify the office to push services (RFC 8292).
func (o *Office) vapidKeys(ctx context.Context) (private, public string, err error) {
	pair, err := o.Journal.Secret(ctx, "push", func() (string, error) {
		private, public, err := webpush.GenerateVAPIDKeys()
		return private + " " + public, err
	})
	private, public, _ = strings.Cut(pair, " ")
	return private, public, err
}

// Subscribe notifies a user's browser, whose session has the token, of new and overdue requests from now on. The error
// wraps ErrSubscription for a browser that cannot be notified.
func (o *Office) Subscribe(ctx context.Context, email, token string, s Subscription) error {
	if s.host() == "" || len(s.Endpoint) > 1000 || s.P256dh == "" || s.Auth == "" || len(s.P256dh)+len(s.Auth) > 200 {
		return ErrSubscription
	}
	keys, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return o.Journal.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO push_subscriptions (endpoint, email, keys, created_at,
			session) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (endpoint) DO UPDATE SET email = $2, keys = $3,
			created_at = $4, session = $5`,
			s.Endpoint, email, string(keys), millis(o.Now()), journal.TokenDigest(token))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM push_subscriptions WHERE email = $1 AND endpoint NOT IN
			(SELECT endpoint FROM push_subscriptions WHERE email = $1 ORDER BY created_at DESC LIMIT $2)`,
			email, maxSubscriptions)
		return err
	})
}

// Unsubscribe ends the notifications of a browser.
func (o *Office) Unsubscribe(ctx context.Context, endpoint string) error {
	return o.exec(ctx, `DELETE FROM push_subscriptions WHERE endpoint = $1`, endpoint)
}

// Push notifies all browsers of present users, or of the crew, who are signed in somewhere, also while no page of the
// office is open (web push, RFC 8030 and 8291). A failure is only logged: the mail about each request does not depend
// on it.
func (o *Office) Push(ctx context.Context, notification Notification, crew bool) {
	scan := func(row journal.Row) (s Subscription, err error) {
		var keys string
		if err = row.Scan(&keys, &s.user); err == nil {
			err = json.Unmarshal([]byte(keys), &s)
		}
		return s, err
	}
	list, err := journal.QueryAll(ctx, o.Journal.Reader(), scan, `SELECT p.keys, p.email FROM push_subscriptions p WHERE
		EXISTS (SELECT 1 FROM sessions s WHERE s.email = p.email AND s.expires_at > $1)`, millis(o.Now()))
	message, jsonErr := json.Marshal(notification)
	if err := errors.Join(err, jsonErr); err != nil {
		o.Log.ErrorContext(ctx, "nobody was notified", "error", err)
	}
	for _, s := range list {
		if !o.mayEnter(s.user) || o.IsCrew(s.user) != crew {
			continue
		}
		if err := o.pushTo(ctx, s, message); err != nil {
			o.failedPushes.Add(1)
			o.Log.WarnContext(ctx, "a browser was not notified", "service", s.host(), "error", err)
		}
	}
}

// FailedPushes returns how many times a browser was not notified since the start.
func (o *Office) FailedPushes() int64 { return o.failedPushes.Load() }

// pushTo notifies one browser, and forgets one that has ended its subscription (RFC 8030, section 7.3).
func (o *Office) pushTo(ctx context.Context, s Subscription, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, pushLimit)
	defer cancel()
	private, public, err := o.vapidKeys(ctx)
	if err != nil {
		return err
	}
	contact := o.Base().String() // at which push services can reach the sender (RFC 8292, section 2.1)
	if !strings.HasPrefix(contact, "https:") {
		contact = o.words().Brand().Email.Label
	}
	response, err := webpush.SendNotificationWithContext(ctx, message,
		&webpush.Subscription{Endpoint: s.Endpoint, Keys: webpush.Keys{P256dh: s.P256dh, Auth: s.Auth}},
		&webpush.Options{
			HTTPClient: cmp.Or(o.PushClient, publicClient), Subscriber: contact, VAPIDPrivateKey: private,
			VAPIDPublicKey: public, TTL: int(pushLife.Seconds()), Urgency: webpush.UrgencyHigh,
		})
	if err != nil {
		return errors.New("the push service cannot be reached") // the error has the endpoint, which is secret
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 1<<10)
	switch status := response.StatusCode; {
	case status == http.StatusNotFound, status == http.StatusGone:
		return o.Unsubscribe(ctx, s.Endpoint)
	case status/100 != 2:
		return fmt.Errorf("the push service answered %d", status)
	}
	return nil
}

// publicClient reaches public addresses only: a browser chooses the push service, and must not reach servers of the
// office's own network through it.
var publicClient = &http.Client{
	Transport: &http.Transport{
		DisableKeepAlives: true, // requests are hours apart
		DialContext: (&net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !to.Addr().Unmap().IsGlobalUnicast() || to.Addr().Unmap().IsPrivate() {
				return errors.New("not a public address")
			}
			return nil
		}}).DialContext,
	},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
