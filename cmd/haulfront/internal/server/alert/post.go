package alert

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"path"
	"strings"

	"haulfront/cmd/haulfront/internal/base/outbound"
)

// Header is a header field of every message to the owner and of the heartbeat, with the value "1".
const Header = "X-Haulfront-Alert"

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

var client = outbound.NewClient(sendLimit)

// request makes a request that must be answered with 2xx.
func request(ctx context.Context, method string, address url.URL, body []byte) error {
	header := http.Header{Header: {"1"}}
	if _, _, err := outbound.Call(ctx, client, method, address.String(), body, header); err != nil {
		return err
	}
	return nil
}
