package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/outbound"
)

const (
	quotePath = "/quote"
	maxPage   = 4 << 20 // bytes
)

// request sends a request to the site on this machine, and returns the body of the response.
func (r *run) request(ctx context.Context, method, path string, form url.Values) (string, error) {
	client := outbound.NewClient(requestLimit)
	transport := client.Transport.(*http.Transport)
	transport.TLSClientConfig = r.cfg.TLS.Clone() // the transport changes it
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", r.cfg.Address())
	}
	address := url.URL{Scheme: "http", Host: r.cfg.Site().Host, Path: path}
	if r.cfg.TLS != nil {
		address.Scheme = "https"
	}
	req, err := http.NewRequestWithContext(ctx, method, address.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set(lead.SelfTestHeader, r.mark)
	req.Header.Set("User-Agent", "haulfront self-test")
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/json")
	}
	res, failure := outbound.Do(client, req)
	if failure != nil {
		return "", failure
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxPage))
	switch {
	case err != nil:
		return "", err
	case res.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s answered with status %d", path, res.StatusCode)
	}
	return string(body), nil
}

// parseForm returns the values of the quote form on a page, with the first choice of each list.
func parseForm(page io.Reader) (url.Values, error) {
	doc, err := html.Parse(page)
	if err != nil {
		return nil, err
	}
	for form := range doc.Descendants() {
		posts := strings.EqualFold(attr(form, "method"), "post")
		if form.Data != "form" || attr(form, "action") != quotePath || !posts {
			continue
		}
		values := url.Values{}
		for control := range form.Descendants() {
			name := attr(control, "name")
			switch {
			case name == "", control.Data == "input" && !submitted(control):
			case control.Data == "input", control.Data == "textarea":
				values.Add(name, attr(control, "value"))
			case control.Data == "select":
				values.Set(name, firstChoice(control))
			}
		}
		return values, nil
	}
	return nil, errors.New("the page has no quote form")
}

// submitted reports whether browsers submit an unchanged input.
func submitted(input *html.Node) bool {
	switch attr(input, "type") {
	case "checkbox", "radio":
		return hasAttr(input, "checked")
	case "file", "submit", "button", "image", "reset":
		return false
	}
	return true
}

// firstChoice returns the value of the first option that has one.
func firstChoice(list *html.Node) string {
	for option := range list.Descendants() {
		if option.Data != "option" {
			continue
		}
		value := attr(option, "value")
		if value == "" && option.FirstChild != nil && !hasAttr(option, "value") {
			value = option.FirstChild.Data
		}
		if value != "" {
			return value
		}
	}
	return ""
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
