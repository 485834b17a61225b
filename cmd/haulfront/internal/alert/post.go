package alert

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"haulfront/cmd/haulfront/internal/lead"
)

// ByPost returns the way that posts messages to an address as JSON. It is public.
func ByPost(address *url.URL) Way {
	return Way{Name: "post", Public: true, Send: func(ctx context.Context, subject, text string) error {
		to, fields := postOf(*address, subject, text)
		body, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		return request(ctx, http.MethodPost, to, body)
	}}
}

// postOf returns where a message for an address is posted, and its fields. Slack reads text
// (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks), ntfy a topic at the root
// (https://docs.ntfy.sh/publish/#publish-as-json); any other receiver finds the message both whole and in parts.
func postOf(address url.URL, subject, text string) (url.URL, map[string]string) {
	whole := subject + "\n\n" + text
	switch host := address.Hostname(); {
	case host == "hooks.slack.com":
		return address, map[string]string{"text": whole}
	case strings.HasPrefix(host, "ntfy."):
		topic := path.Base(address.Path)
		address.Path, address.RawPath = strings.TrimSuffix(strings.TrimRight(address.Path, "/"), topic), ""
		return address, map[string]string{"topic": topic, "title": subject, "message": text}
	}
	return address, map[string]string{"text": whole, "title": subject, "message": text}
}

// client makes requests as they are: a redirect usually leads to a page.
var client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true}, // requests are hours apart
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// request makes a request that must be answered with 2xx. The error does not have the address, which may be secret.
func request(ctx context.Context, method string, address url.URL, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, address.String(), bytes.NewReader(body))
	if err != nil {
		return errors.New("the address cannot be used")
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("User-Agent", "haulfront")
	req.Header.Set(lead.AlertHeader, "1")
	res, err := client.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return err
	}
	defer res.Body.Close()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return fmt.Errorf("answered with status %d", res.StatusCode)
	}
	return nil
}
