package destinations

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"haulfront/cmd/haulfront/internal/base/outbound"
)

// minSecret is the shortest secret in bytes that the Standard Webhooks specification allows: 24 to 64 ("Signature
// scheme").
const minSecret = 24

// ParseSecret decodes LEAD_WEBHOOK_SECRET. Its errors state the accepted format and do not repeat the value.
func ParseSecret(secret string) ([]byte, error) {
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

// A Webhook is the lead webhook. It is safe for concurrent use.
type Webhook struct {
	url    string
	signer *standardwebhooks.Webhook // nil: unsigned
	http   *http.Client
}

// NewWebhook returns the webhook at an address, whose attempts each have a time limit from dial to the end of the
// answer. Its error names the bad setting and does not repeat its value.
func NewWebhook(address, secret string, limit time.Duration) (*Webhook, error) {
	c := &Webhook{url: address, http: outbound.NewClient(limit)}
	if secret != "" {
		key, err := ParseSecret(secret)
		if err == nil {
			c.signer, err = standardwebhooks.NewWebhookRaw(key)
		}
		if err != nil {
			return nil, fmt.Errorf("LEAD_WEBHOOK_SECRET: %w", err)
		}
	}
	return c, nil
}

// newRequest returns the request of one attempt signed if there is a secret.
func (c *Webhook) newRequest(ctx context.Context, id string, body []byte, now time.Time) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not usable")
	}
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

// Post makes one attempt, and returns the status. The error is an [*outbound.Error].
func (c *Webhook) Post(ctx context.Context, id string, body []byte, now time.Time) (int, error) {
	// ctx cancels the call until it is answered; the body may arrive later.
	callCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	req, err := c.newRequest(callCtx, id, body, now)
	if err != nil {
		return 0, &outbound.Error{Err: err}
	}
	res, failure := outbound.Do(c.http, req)
	if failure != nil {
		if ended := ctx.Err(); ended != nil {
			failure.Err = ended // a deadline, not the cancelation of callCtx that followed from it
		}
		return 0, failure
	}
	// The status is the answer; the rest is read in the background, within the client's time limit, because a receiver
	// whose connection is closed may stop in the middle of its work. Its content is ignored (specification, section 7).
	go func() {
		defer res.Body.Close()
		io.Copy(io.Discard, io.LimitReader(res.Body, outbound.MaxAnswer))
	}()
	if failure = outbound.Check(res); failure != nil {
		failure.Err = fmt.Errorf("the webhook %w", failure.Err)
		return res.StatusCode, failure
	}
	return res.StatusCode, nil
}
