package lead

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// maxAnswer is how much of the receiver's answer is read, in bytes. Its content is ignored (specification, section 7).
const maxAnswer = 64 << 10

// minSecret is the shortest secret in bytes that the Standard Webhooks specification allows: 24 to 64 ("Signature
// scheme").
const minSecret = 24

// decodeSecret decodes LEAD_WEBHOOK_SECRET. Its errors do not repeat the value.
func decodeSecret(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	switch {
	case err != nil || len(key) == 0:
		return nil, errors.New("want base64, with or without whsec_ before it")
	case len(key) < minSecret:
		return nil, fmt.Errorf("want at least %d bytes before base64, such as whsec_ and the output of "+
			"openssl rand -base64 32", minSecret)
	}
	return key, nil
}

// CheckSecret returns an error that says what is wanted if secret cannot sign webhooks.
func CheckSecret(secret string) error {
	_, err := decodeSecret(secret)
	return err
}

// A webhookClient calls the lead webhook.
type webhookClient struct {
	url    string
	signer *standardwebhooks.Webhook // nil: unsigned
	http   *http.Client
}

// newWebhookClient returns nil if no webhook is configured. Its errors name the bad setting and never repeat its value:
// webhook URLs often embed a secret.
func newWebhookClient(address, secret string, limit time.Duration) (*webhookClient, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("LEAD_WEBHOOK_URL must be an http or https address")
	}
	c := &webhookClient{
		url: address,
		http: &http.Client{
			Timeout: limit,
			Transport: &http.Transport{
				TLSHandshakeTimeout: limit / 2,
				ForceAttemptHTTP2:   true,
				// Leads are minutes apart: a reused connection would usually be one that the receiver has closed, which
				// fails the attempt.
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
		if c.signer, err = standardwebhooks.NewWebhookRaw(key); err != nil {
			return nil, errors.New("LEAD_WEBHOOK_SECRET cannot be used")
		}
	}
	return c, nil
}

// newRequest returns the request of one attempt with additional header fields, signed if there is a secret.
func (c *webhookClient) newRequest(ctx context.Context, id string, body []byte, now time.Time, header http.Header) (
	*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not usable")
	}
	// The transport retries a POST by itself if it can rewind the body and the request has an Idempotency-Key
	// (net/http, Transport). Attempts are counted here, so there must be no hidden ones.
	req.GetBody = nil
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "haulfront")
	req.Header.Set("Idempotency-Key", id)
	req.Header.Set(standardwebhooks.HeaderWebhookID, id)
	if c.signer != nil {
		signature, err := c.signer.Sign(id, now, body)
		if err != nil {
			return nil, errors.New("the body cannot be signed")
		}
		req.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
		req.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	}
	return req, nil
}

// post makes one attempt. The error is stored in the journal and shown to operators, so it contains neither the URL nor
// a header.
func (c *webhookClient) post(ctx context.Context, id string, body []byte, now time.Time, add http.Header) (
	status int, header http.Header, err error) {
	// ctx cancels the call until it is answered; the body may arrive later.
	callCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	req, err := c.newRequest(callCtx, id, body, now, add)
	if err != nil {
		cancel()
		return 0, nil, err
	}
	res, err := c.http.Do(req)
	if err != nil {
		cancel()
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the URL
		}
		if ended := ctx.Err(); ended != nil {
			err = ended // a deadline, not the cancelation of callCtx that followed from it
		}
		return 0, nil, err
	}
	// The status is the answer; the rest is read in the background, within the client's time limit, because a receiver
	// whose connection is closed may stop in the middle of its work.
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
