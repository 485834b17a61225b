package destinations

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"haulfront/cmd/haulfront/internal/testkit"
)

func writeTemplate(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lead.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTemplate(t *testing.T) {
	receiver := testkit.NewReceiver(t, "template", nil)
	file := writeTemplate(t, `{
  "contact": {"name": "{lastName}, {firstName}", "phones": ["{phoneDigits}", "{phone}"], "vip": false},
  "title": "{serviceType} in {zipCode}: {serviceTimeframe}", "text": "{message}", "quote\"d": "\"{{{id}}}\" \\",
  "at": "{received}", "from": "{source} on {page}", "mail": "{email}", "full": "{name}", "weight": 1.50, "none": null
}
`)
	d := open(t, Settings{Template: Template{LeadTemplateFile: file, LeadTemplateURL: receiver.URL + "/hook?a=b",
		LeadTemplateAuthorization: "Bearer t"}})
	call, err := send(t, d, receiver)
	if err != nil {
		t.Error(err)
	}
	wantCall(t, call, "/hook?a=b",
		`{"contact":{"name":"van O'Neil, Ann","phones":["2145550100","+1 (214) 555-0100"],"vip":false},`+
			`"title":"Yard Waste in 75024: Today","text":"Two \"piles\" & <b>\nby the gate {name}",`+
			`"quote\"d":"\"{`+testLead.ID+`}\" \\",`+
			`"at":"2025-10-05T12:00:00Z","from":"Get Quote Page Form on /get-quote","mail":"ann@example.com",`+
			`"full":"Ann van O'Neil","weight":1.50,"none":null}`,
		map[string]string{"Authorization": "Bearer t"})
}

func TestBadTemplateNamesLineAndFields(t *testing.T) {
	for _, test := range []struct{ text, line, want string }{
		{"{\n \"a\": \"{nmae}\"\n}", ":2:", "there is no field {nmae}; want one of {email}, {firstName}, {id}"},
		{"{\n\n \"a\": \"x {name\"\n}", ":3:", "single {"},
		{"{\n \"a\": \"x} {name}\"\n}", ":2:", "single }"},
		{"{\n \"{name}\": 1\n}", ":2:", "want them in a value"},
		{"{\n \"a\": 1,\n}", ":3:", "this is not JSON"},
		{"[\"{name}\"]", ":1:", "want a JSON object"},
		{"", ":1:", "this is not JSON"},
	} {
		file := writeTemplate(t, test.text)
		_, err := readTemplate(file)
		if err == nil || !strings.Contains(err.Error(), file+test.line) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("template %s = %v, want %s and %s", test.text, err, test.line, test.want)
		}
	}
	_, err := readTemplate(writeTemplate(t, "{\"a\": \"{x}\",\n\"{name}\": 1,\n\"b\": \"{y}\"}"))
	for _, want := range []string{":1: there is no field {x}", ":2: the name", ":3: there is no field {y}"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("three problems = %v, want %s", err, want)
		}
	}
}

// TestTemplateEscapesEverything checks that visitors cannot break out of a JSON string.
func TestTemplateEscapesEverything(t *testing.T) {
	parsed, err := parseTemplate("lead.json", []byte(`{"before": "x", "text": "a {message} b", "after": ["{name}"]}`))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		l := testLead
		l.Request.Message, l.Request.Name = rapid.String().Draw(t, "message"), rapid.String().Draw(t, "name")
		var got struct {
			Before, Text string
			After        []string
		}
		if err := json.Unmarshal(parsed.body(l), &got); err != nil {
			t.Fatal(err)
		}
		if got.Before != "x" || got.Text != "a "+l.Request.Message+" b" || len(got.After) != 1 ||
			got.After[0] != l.Request.Name {
			t.Fatalf("the body is %+v", got)
		}
	})
}
