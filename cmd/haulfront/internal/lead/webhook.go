package lead

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// maxAnswer is how much of the receiver's answer is read, in bytes. Its
// content means nothing to anybody (specification, section 7).
const maxAnswer = 64 << 10

// minSecret is the length that the Standard Webhooks specification asks of a
// secret, in bytes: 24 to 64 ("Signature scheme").
const minSecret = 24

// decodeSecret reads LEAD_WEBHOOK_SECRET, which its errors do not repeat.
func decodeSecret(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	switch {
	case err != nil || len(key) == 0:
		return nil, errors.New("want base64, with or without whsec_ before it")
	case len(key) < minSecret:
		return nil, fmt.Errorf("want at least %d bytes before base64, such as whsec_ and the output of openssl rand -base64 32", minSecret)
	}
	return key, nil
}

// CheckSecret returns an error that says what is wanted if secret cannot sign
// webhooks.
func CheckSecret(secret string) error {
	_, err := decodeSecret(secret)
	return err
}

// hook is the lead webhook.
type hook struct {
	url    string
	sign   *standardwebhooks.Webhook // nil: without a signature
	client *http.Client
}

// newHook checks the settings. Its errors name them and never repeat their
// values: the address of a webhook is often itself the secret.
func newHook(address, secret string, limit time.Duration) (*hook, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("LEAD_WEBHOOK_URL must be an http or https address")
	}
	h := &hook{
		url: address,
		client: &http.Client{
			Timeout: limit,
			Transport: &http.Transport{
				TLSHandshakeTimeout: limit / 2,
				ForceAttemptHTTP2:   true,
				// Leads are minutes apart: a kept connection would mostly be
				// one that the receiver has closed, and a failed lead.
				DisableKeepAlives: true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	if secret != "" {
		key, err := decodeSecret(secret)
		if err != nil {
			return nil, fmt.Errorf("LEAD_WEBHOOK_SECRET: %w", err)
		}
		if h.sign, err = standardwebhooks.NewWebhookRaw(key); err != nil {
			return nil, errors.New("LEAD_WEBHOOK_SECRET cannot be used")
		}
	}
	return h, nil
}

// send makes one attempt. The text of its error is kept in the journal and
// shown to operators, so it has neither the address nor a header in it.
func (h *hook) send(ctx context.Context, id string, body []byte, now time.Time) (status int, header http.Header, err error) {
	// The call ends with ctx until it is answered; then its body may go on.
	call, cancel := context.WithCancel(context.WithoutCancel(ctx))
	answered := context.AfterFunc(ctx, cancel)
	defer answered()
	req, err := http.NewRequestWithContext(call, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		cancel()
		return 0, nil, errors.New("the address is not usable")
	}
	// The transport repeats a POST by itself when it can rewind the body and
	// the request has an Idempotency-Key (net/http, Transport). Attempts are
	// counted here, so there must be no others.
	req.GetBody = nil
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "haulfront")
	req.Header.Set("Idempotency-Key", id)
	req.Header.Set(standardwebhooks.HeaderWebhookID, id)
	if h.sign != nil {
		signature, err := h.sign.Sign(id, now, body)
		if err != nil {
			cancel()
			return 0, nil, errors.New("the body cannot be signed")
		}
		req.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
		req.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	}
	res, err := h.client.Do(req)
	if err != nil {
		cancel()
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address
		}
		if ended := ctx.Err(); ended != nil {
			err = ended // and not that call was canceled because of it
		}
		return 0, nil, err
	}
	// The status is the answer, and nobody waits for the rest. It is read, in
	// the client's time limit, because a receiver whose connection is cut may
	// stop in the middle of its work.
	go func() {
		defer cancel()
		defer res.Body.Close()
		io.Copy(io.Discard, io.LimitReader(res.Body, maxAnswer))
	}()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return res.StatusCode, res.Header, fmt.Errorf("the webhook answered with status %d", res.StatusCode)
	}
	return res.StatusCode, res.Header, nil
}
