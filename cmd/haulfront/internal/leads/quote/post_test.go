package quote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
	"haulfront/content/wording"
)

var sentAt = time.Date(2025, 10, 6, 15, 4, 5, 0, time.FixedZone("CST", -6*3600))

// read reads a form that has the query's fields besides those that a request needs.
func read(t *testing.T, query string) *Post {
	t.Helper()
	const required = "name=Ann&phone=469-555-0188&serviceType=Other&zipCode=75201&serviceTimeframe=Today&page=/&"
	values, err := url.ParseQuery(required + query)
	testkit.Must(t, err)
	p := &Post{Words: site(), BaseURL: "https://junk.test", Values: values, At: sentAt}
	p.Read(hasPage)
	return p
}

func hasPage(path string) bool { return path == "/" || path == "/get-quote" }

// TestOptional checks the optional part in the journal and in the message to the owner.
func TestOptional(t *testing.T) {
	words := site().Quote().Labels.More
	consent := &Consent{Words: words.Consent, At: sentAt.UTC(), Page: "/"}
	const back = "How should we get back to you? "
	for query, test := range map[string]struct {
		extra   Extra
		message string
	}{
		"contact=pigeon&consent=on": {Extra{}, ""},
		"message=Hi&contact=email": {
			Extra{Answer: Answer{Contact: "email"}}, "Hi\n\n" + back + "Email",
		},
		"message=Hi&language=es-MX": {Extra{Language: "es-MX"}, "Hi\n\nReads Spanish"},
		"language=en-GB":            {Extra{}, ""},
		"language=es-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd": {
			Extra{Language: "es-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd"}, "Reads Spanish",
		}, // the longest that is parsed
		"language=" + strings.Repeat("x", 40): {Extra{}, ""},
		"language=<b>":                        {Extra{}, ""},
		// Only visitors who want texts see the box, and the words may have changed since.
		"contact=call&consent=on":                     {Extra{Answer: Answer{Contact: "call"}}, back + "Call"},
		"contact=text&consent=yes":                    {Extra{Answer: Answer{Contact: "text"}}, back + "Text"},
		"contact=text&consent=on&consentVersion=1234": {Extra{Answer: Answer{Contact: "text"}}, back + "Text"},
		"contact=text&consent=on": {
			Extra{Answer: Answer{Contact: "text", Consent: consent}}, back + "Text\n" + words.Agreed,
		},
		"contact=text&consent=on&consentVersion=" + site().ConsentVersion(): {
			Extra{Answer: Answer{Contact: "text", Consent: consent}},
			back + "Text\n" + words.Agreed,
		},
	} {
		p := read(t, query)
		if diff := cmp.Diff(test.extra, p.Request.Extra); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", query, diff)
		}
		if got := p.ForOwner().Message; got != test.message {
			t.Errorf("%s: the message is\n%s\nwant\n%s", query, got, test.message)
		}
		_, more := p.Redisplay(Failed(Unstored, site()))
		want := content.QuoteMore{
			Contact: test.extra.Answer.Contact, Consent: test.extra.Answer.Consent != nil,
		}
		if !reflect.DeepEqual(more, want) {
			t.Errorf("%s: the form comes back with %+v, want %+v", query, more, want)
		}
	}
}

// TestQuestions checks that what stands in the way of an answer is asked about once, and that a visitor who sends it as
// it is gets a call: "text" never goes out without consent.
func TestQuestions(t *testing.T) {
	doubts := site().Quote().Messages.Doubts
	for _, test := range []struct{ query, field, doubt string }{
		{"phone=469-555-0188", "", ""},
		{"phone=555", "phone", "phone"},
		{"phone=call+me+maybe", "phone", "phone"},
		{"phone=555-0188", "phone", "phone"},
		{"phone=%2B49+30+1234567", "", ""},
		{"contact=text", "consent", "consent"},
		{"contact=text&consent=on", "", ""},
		{"contact=text&consent=on&consentVersion=older", "consent", "consent"},
		{"contact=call&consent=on", "", ""},
		{"contact=email", "email", "address"},
		{"contact=email&email=+", "email", "address"},
		{"contact=email&email=ann@", "email", "email"},
		{"contact=email&email=ann@example.com", "", ""},
		{"contact=email&email=ann@ex%C3%A4mple.de", "email", "email"},
		{"zipCode=7520", "zipCode", "zipCode"},
		{"zipCode=M5V+3L9", "zipCode", "zipCode"},
		{"zipCode=75000", "zipCode", "zipCode"}, // does not exist
		{"zipCode=75201-1234+", "", ""},
	} {
		ask := func(query string) *Post {
			p := read(t, query)
			last := func(name string) string { return p.Values[name][len(p.Values[name])-1] }
			p.Request.Phone, p.Request.ZIPCode = last("phone"), last("zipCode")
			return p
		}
		result := ask(test.query).Check()
		if test.field == "" {
			if result != nil {
				t.Errorf("%s: Check() = %+v, want no question", test.query, result)
			}
			continue
		}
		want := map[string]string{test.field: doubts[test.doubt]}
		if result == nil || !maps.Equal(result.Errors, want) || !slices.Equal(result.Asked, []string{test.field}) {
			t.Errorf("%s: Check() = %+v, want the question %q", test.query, result, want)
		}
		p := ask(test.query + "&asked=" + test.field)
		if result := p.Check(); result != nil {
			t.Errorf("%s: asked again: %+v", test.query, result)
		}
		way := p.Request.Extra.Answer.Contact
		if message := p.ForOwner().Message; strings.Contains(message, "Text") || way == "text" ||
			test.doubt == "address" && way != "call" {
			t.Errorf("%s: sent as it is, the way is %q and the message %q", test.query, way, message)
		}
	}
}

func TestEstimate(t *testing.T) {
	answer := content.EstimateAnswer{
		Kind: content.EstimateRange, Total: "$399–$1,050", Query: "sofa=1&hot-tub=1", Low: 399, High: 1050,
		Lines: []content.EstimateLine{
			{Label: "1 sofa", Price: "$99–$250"},
			{Label: "1 hot tub", Price: "$300–$800", Note: "At the top if it’s built into a deck"},
		},
	}
	p := read(t, "message=Hi&contact=call")
	p.Estimate = &content.Estimate{Answer: answer}
	p.Read(hasPage)
	want := "Hi\n\nHow should we get back to you? Call\n\nYour estimate: $399–$1,050\n1 sofa: $99–$250\n" +
		"1 hot tub: $300–$800 (At the top if it’s built into a deck)\nhttps://junk.test/estimate?sofa=1&hot-tub=1"
	if got := p.ForOwner().Message; got != want {
		t.Errorf("the message is\n%s\nwant\n%s", got, want)
	}
	e := p.Request.Extra.Estimate
	if e == nil || e.Query != answer.Query || e.Total != answer.Total || e.Low != 399 || e.High != 1050 ||
		len(e.Lines) != 2 {
		t.Errorf("the estimate is %+v", e)
	}
	if p.Request.Message != "Hi" {
		t.Errorf("the form comes back with the message %q, want the visitor's own", p.Request.Message)
	}
}

// TestNewField checks everything that a row of the table gets without further code.
func TestNewField(t *testing.T) {
	before := fields
	defer func() { fields = before }()
	fields = append(slices.Clone(fields), Field{Name: "anyText", Max: 8, Type: "text"})
	labels := site().Quote().Labels
	if err := CheckWords(site()); err == nil || strings.Count(err.Error(), "anyText") != 2 {
		t.Errorf("CheckWords() = %v, want the field's two labels in it", err)
	}
	labels.Fields["anyText"], labels.Short["anyText"] = "Any text, if any", "any text"
	defer delete(labels.Fields, "anyText")
	defer delete(labels.Short, "anyText")

	if list := FormFields(); list[len(list)-1].Name != "anyText" {
		t.Errorf("FormFields() = %+v", list)
	}
	p := read(t, "message=Hi&contact=call&anyText=+%2312%0A34+")
	if got, want := p.ForOwner().Message, "Hi\n\nHow should we get back to you? Call\nAny text: #12 34"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
	if result := p.Check(); result != nil {
		t.Errorf("Check() = %+v", result)
	}
	if got := p.Request.Values()["anyText"]; got != "#12 34" {
		t.Errorf("the form comes back with %q", got)
	}
	optional := Optional()
	cells := optional[len(optional)-1].Cells(&p.Request, time.UTC)
	if want := []Cell{{Name: "anyText", Value: "#12 34"}}; !reflect.DeepEqual(cells, want) {
		t.Errorf("Cells() = %+v, want %+v", cells, want)
	}
	stored, err := p.Request.Extra.Value()
	var extra Extra
	if err := errors.Join(err, extra.Scan(stored)); err != nil || !reflect.DeepEqual(extra, p.Request.Extra) {
		t.Errorf("the journal has %s, %v", stored, err)
	}
	if result := read(t, "anyText=123456789").Check(); result == nil || result.Errors["anyText"] == "" {
		t.Errorf("Check() of a long text = %+v", result)
	}
	if p := read(t, "anyText=+"); p.ForOwner().Message != "" || len(p.Request.Extra.Texts) > 0 {
		t.Errorf("an empty field is %+v", p.Request)
	}
}

func TestReadMetadata(t *testing.T) {
	p := read(t, "form=hero-form&key=k1&source="+url.QueryEscape(SourceHero))
	if p.Page != "/" || p.FormID != "hero-form" || p.Key != "k1" || p.Request.Source != SourceHero {
		t.Errorf("Read() = %+v", p)
	}
	p = read(t, fmt.Sprintf("form=%064d&key=%0128d", 1, 1)) // as long as they may be
	if len(p.FormID) != maxFormID || len(p.Key) != maxKey {
		t.Errorf("Read() of long metadata = %+v", p)
	}
	p = &Post{Words: site(), Values: url.Values{"page": {"/none"}}}
	if p.Read(hasPage); p.Page != "/" {
		t.Errorf("the page of a form on an unknown one is %q", p.Page)
	}
	p = read(t, fmt.Sprintf("form=%065d&key=%0129d&asked=email+%0129d&email=foo&source=Elsewhere", 1, 1, 1))
	if p.FormID != "" || p.Key != "" || p.Request.Source != SourceContact || p.Check() == nil {
		t.Errorf("Read() with metadata over the limits = %+v", p)
	}
}

// TestDigest tells forms apart by their keys and all that visitors send, and not by what the program adds.
func TestDigest(t *testing.T) {
	read := func(edit func(*Post)) [32]byte {
		p := read(t, "key=key&message=Hi")
		edit(p)
		return p.Digest()
	}
	same := read(func(*Post) {})
	seen := map[[32]byte]bool{same: true}
	for name, edit := range map[string]func(*Post){
		"another key":          func(p *Post) { p.Key = "other" },
		"another name":         func(p *Post) { p.Name = "Bob" },
		"a photograph":         func(p *Post) { p.Photos = []Photo{{ID: "a", Digest: [32]byte{1}}} },
		"a refused photograph": func(p *Post) { p.Extra.Refused = map[string][]string{"heic": {"a.heic"}} },
		"another one":          func(p *Post) { p.Extra.Refused = map[string][]string{"heic": {"b.heic"}} },
		"a moved boundary":     func(p *Post) { p.Key, p.Name = "keyA", "nn" },
	} {
		digest := read(edit)
		if seen[digest] {
			t.Errorf("a form with %s has the digest of another", name)
		}
		seen[digest] = true
	}
	if read(func(p *Post) { p.Note, p.SpamReason, p.Extra.Language = "a note", "a sign", "es" }) != same {
		t.Error("a note makes another request")
	}
}

func TestReadToken(t *testing.T) {
	const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.ab-_12"
	for text, want := range map[string]string{
		token: token, "one.two": "", "a.b.c.d": "", "a.b.c\r\nX-Injected: 1": "", "a.b.c\n": "", "a.b.c d": "",
		"a.b." + strings.Repeat("c", 4<<10): "",
	} {
		if got := read(t, "token="+url.QueryEscape(text)).Token; got != want {
			t.Errorf("the token of %q is %q, want %q", text, got, want)
		}
	}
}

func TestReadAttribution(t *testing.T) {
	page, err := url.Parse("https://junk.test/get-quote?utm_source=nextdoor")
	testkit.Must(t, err)
	sent := url.Values{"attribution": {"gclid=a&page=/|referrer=www.bing.com"}}
	for name, test := range map[string]struct {
		form        Post
		first, last string
	}{
		"nothing":      {Post{}, "", ""},
		"direct":       {Post{Values: url.Values{"attribution": {"page=/"}}}, "direct, page /", "direct, page /"},
		"scripts":      {Post{Values: sent, Referrer: page}, "Google ad, gclid a, page /", "www.bing.com"},
		"no scripts":   {Post{Referrer: page}, "nextdoor, page /get-quote", "nextdoor, page /get-quote"},
		"opted out":    {Post{Values: sent, Referrer: page, OptedOut: true}, "", ""},
		"another site": {Post{Values: url.Values{"attribution": {"password=x"}}}, "", ""},
	} {
		test.form.Words = site()
		test.form.Read(hasPage)
		r := test.form.Request
		shown, exported := map[string]string{}, map[string]string{}
		for _, cell := range attributionCells(&r, time.UTC) {
			if cell.ShowOnly {
				shown[cell.Name] = cell.Value
			} else {
				exported[cell.Name] = cell.Value
			}
		}
		if shown["firstTouch"] != test.first || shown["lastTouch"] != test.last ||
			exported["lastTouch"] != r.Extra.Attribution.Origin() || r.Extra.OptedOut != test.form.OptedOut {
			t.Errorf("%s: %q and %q, want %q, %q", name, shown, exported, test.first, test.last)
		}
	}
}

// TestServiceBegins checks that the message begins with a service that the form has no choice for, once.
func TestServiceBegins(t *testing.T) {
	for _, test := range [][4]string{
		{"/services/hot-tub-removal", "Other", "Six seats", "Hot Tub Removal\n\nSix seats"},
		{"/services/hot-tub-removal", "Other", "", "Hot Tub Removal"},
		{"/services/hot-tub-removal", "Other", "hot tub removal, please", "hot tub removal, please"},
		{"/services/hot-tub-removal", "Yard Waste", "", ""},
		{"/services/furniture-removal", "Furniture Removal", "", ""},
		{"/services/yard-waste", "Yard Waste", "", ""},
		{"/", "Other", "", ""},
	} {
		post := Post{Values: url.Values{"page": {test[0]}, "serviceType": {test[1]}, "message": {test[2]}},
			Words: site()}
		post.Read(func(string) bool { return true })
		if got := post.ForOwner().Message; got != test[3] {
			t.Errorf("%q: the message is %q, want %q", test[:3], got, test[3])
		}
	}
}

// TestRefusedPhotos checks that no photograph costs a lead, that all of them are named to the visitor and the owner,
// and that a form that is rejected anyway says what is wrong with them.
func TestRefusedPhotos(t *testing.T) {
	problems := site().Quote().Photos.Problems
	disk := errors.New("the disk is full")
	for _, test := range []struct {
		err     error
		want    string
		outcome Outcome // of a form that has nothing else
		log     error
	}{
		{fmt.Errorf("read: %w", upload.ErrTooMany), "tooMany", Invalid, nil},
		{upload.ErrTooLarge, "tooLarge", TooLarge, nil},
		{upload.ErrNoRoom, "busy", Busy, nil},
		{fmt.Errorf("wait: %w", context.DeadlineExceeded), "busy", Busy, nil},
		{disk, "busy", Busy, disk},
	} {
		refused := func(query string) *Post {
			p := read(t, query)
			p.Upload = &upload.Form{Sent: true, Refused: []upload.Refused{
				{Name: "a.jpg", Err: test.err}, {Name: strings.Repeat("b\n", 100), Err: test.err}, {Err: test.err}}}
			return p
		}
		text := "a.jpg, " + strings.TrimSpace(strings.Repeat("b ", 30)) + " , Photos: " + problems[test.want]
		p := refused("")
		if result := p.Check(); result != nil {
			t.Fatalf("%v: Check() = %+v", test.err, result)
		}
		if err := p.AddPhotos(t.Context(), nil); err != test.log || p.Note != "Photos we didn’t get: "+text {
			t.Errorf("%v: AddPhotos() = %v, note %q", test.err, err, p.Note)
		}
		result := p.Received("0199")
		if result.Outcome != Received || result.Errors[PhotosName] != text || result.Lead != "0199" {
			t.Errorf("%v: Received() = %+v", test.err, result)
		}
		// The customer's page has them from the journal.
		stored, err := json.Marshal(p.Request.Extra)
		testkit.Must(t, err)
		var extra Extra
		testkit.Must(t, json.Unmarshal(stored, &extra))
		if notes := extra.RefusedPhotos(site()); !slices.Contains(notes, text) {
			t.Errorf("%v: the customer's page has the notes %q", test.err, notes)
		}
		if result := refused("").ReadPhotos(t.Context()); result.Outcome != test.outcome ||
			result.Errors[PhotosName] != text {
			t.Errorf("%v: ReadPhotos() = %+v", test.err, result)
		}
		p = refused("")
		p.Request.Name = ""
		rejected := p.Check()
		if rejected.Outcome != Invalid || rejected.Toast != site().Quote().Messages.Missing ||
			len(rejected.Errors) != 2 {
			t.Errorf("%v, without a name: Check() = %+v", test.err, rejected)
		}
		if returned, _ := p.Redisplay(*rejected); returned.Errors[PhotosName] != text {
			t.Errorf("%v: the form comes back with %+v", test.err, returned)
		}
	}
	p := read(t, "asked=email")
	p.Upload = &upload.Form{}
	if returned, _ := p.Redisplay(Result{Asked: []string{"phone"}}); returned.Errors[PhotosName] != "" ||
		!slices.Equal(returned.Asked, []string{"phone"}) {
		t.Errorf("the form without photos comes back with %+v", returned)
	}
	p.Upload.Sent = true
	returned, _ := p.Redisplay(Failed(Undelivered, site()))
	if returned.Errors[PhotosName] != problems["again"] || !slices.Equal(returned.Asked, []string{"email"}) {
		t.Errorf("the form comes back with %+v, want photos asked for again, and the email address not", returned)
	}
	if result := p.Unstored(); !reflect.DeepEqual(result, Failed(Unstored, site())) {
		t.Errorf("Unstored() without photos = %+v", result)
	}
	p.Request.Photos = make([]Photo, 1)
	if returned, _ := p.Redisplay(p.Unstored()); returned.Errors[PhotosName] != problems["unstored"] {
		t.Errorf("the unstored form comes back with %+v, want no photos", returned)
	}
	if err := p.AddPhotos(t.Context(), nil); err != nil || p.Note != "" || p.ReadPhotos(t.Context()) != nil {
		t.Errorf("AddPhotos() without photos = %v, note %q", err, p.Note)
	}
}

func TestFailed(t *testing.T) {
	messages := site().Quote().Messages
	for outcome, want := range map[Outcome]wording.Toast{
		TooLarge: site().ErrorToast(content.ErrorTooLarge), TooMany: messages.TooMany,
		Unstored: messages.Failed, Undelivered: messages.Failed,
	} {
		if got := Failed(outcome, site()); got.Toast != want || got.Outcome != outcome {
			t.Errorf("Failed(%d) = %+v, want %+v", outcome, got, want)
		}
	}
	p := read(t, "")
	if p.TooLarge = true; p.Check() == nil || p.Check().Outcome != TooLarge {
		t.Errorf("Check() of a form over the limit = %+v", p.Check())
	}
}

func TestParseAttribution(t *testing.T) {
	repeat := strings.Repeat
	host := repeat("r", 253) + ":65535"
	longest := "utm_source=google&x="
	longest += repeat("x", maxAttribution-len(longest))
	both := func(touch string) string { return `{"first":` + touch + `,"last":` + touch + `}` }
	for text, want := range map[string]string{
		"": "null",
		"utm_source=google&utm_medium=cpc&utm_campaign=spring+cleaning&gclid=Cj0K-_x.1&page=%2Fservices%2Fyard-waste" +
			"&referrer=www.google.com|page=%2Fblog&referrer=news.example:8443": `{"first":{"utm_source":"google",` +
			`"utm_medium":"cpc","utm_campaign":"spring cleaning","gclid":"Cj0K-_x.1","page":"/services/yard-waste",` +
			`"referrer":"www.google.com"},"last":{"page":"/blog","referrer":"news.example:8443"}}`,
		"|page=%2F": both(`{"page":"/"}`),
		// Unknown, invalid and long values are dropped, and nothing else.
		"password=x&utm_source=a%00%0D%0Ab&gclid=<script>&msclkid=" + repeat("c", 513) + "&page=//evil.example%0A" +
			"&utm_term=" + repeat("c", 201) + "&referrer=https://evil.example/|": both(
			`{"utm_source":"a  b","page":"//evil.example"}`),
		"utm_source=%zz&utm_medium=cpc":                               both(`{"utm_medium":"cpc"}`),
		"page=/" + repeat("p", 300) + "&referrer=" + repeat("r", 254): "null",
		"referrer=" + host:                                            both(`{"referrer":"` + host + `"}`),
		"utm_term=" + repeat("é", 200): both(`{"utm_term":"` +
			repeat("é", 200) + `"}`),
		"unknown=1|other=2": "null",
		longest:             both(`{"utm_source":"google"}`),
		"utm_source=google&x=" + repeat("x", maxAttribution): "null",
		"utm_source=\xff\xfe|utm_source=gr%C3%BCn+%26+gut": `{"first":{"utm_source":"` + "\uFFFD" + `"},` +
			`"last":{"utm_source":"grün & gut"}}`,
	} {
		got, err := json.Marshal(ParseAttribution(text))
		decoded := strings.ReplaceAll(string(got), `\u0026`, "&")
		if err != nil || decoded != want {
			t.Errorf("ParseAttribution(%q) = %s, %v, want %s", text, decoded, err, want)
		}
	}
}

func TestAttributionOf(t *testing.T) {
	longest := "https://haul.example/?wbraid=a&" + strings.Repeat("x", maxAttribution-len("wbraid=a&"))
	for address, want := range map[string]string{
		"https://haul.example/":     "",
		"https://haul.example/?a=x": "",
		"https://haul.example/get-quote?gclid=abc&page=/x&referrer=evil": "Google ad, gclid abc, page /get-quote",
		"https://haul.example/?wbraid=a":                                 "Google ad, wbraid a, page /",
		longest:                                                          "Google ad, wbraid a, page /",
		longest + "x":                                                    "",
		"https://haul.example/?msclkid=a":                                "Microsoft ad, msclkid a, page /",
		"https://haul.example/?utm_source=nextdoor&gclid=a":              "nextdoor, gclid a, page /",
	} {
		page, err := url.Parse(address)
		testkit.Must(t, err)
		a := AttributionOf(page)
		if (a != nil) != (want != "") || a != nil && (a.First.String() != want || a.First != a.Last) {
			t.Errorf("AttributionOf(%s) = %+v, want %q twice", address, a, want)
		}
	}
}

func TestSpam(t *testing.T) {
	for _, test := range []struct {
		honeypot, elapsed, message, want string
		quarantine                       bool
	}{
		{"", "", "", "", false},
		{"", "0", "", "0 ms after", true},
		{"", "249", "", "249 ms after", true},
		{"", "250", "", "", false},
		// Values that no hydrated form reports are ignored.
		{"", "-5", "", "", false},
		{"", "soon", "", "", false},
		{"", "99999999999999999999", "", "", false},
		// A link alone may be a listing of the sofa.
		{"", "5000", "See https://example.com/sofa", "", false},
		// The honeypot needs a second sign.
		{"x", "5000", "Two sofas", "the honeypot", false},
		{"x", "1900", "", "1900 ms after the page was shown; the honeypot", true},
		{"x", "", "Buy at HTTP://spam.example", "it has a link; the honeypot", true},
		{"www.spam.example", "5000", "", "it has a link; the honeypot", true},
	} {
		query := url.Values{"message": {test.message}, HoneypotName: {test.honeypot}, "elapsed": {test.elapsed}}
		got, quarantine := read(t, query.Encode()).Spam()
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) || quarantine != test.quarantine {
			t.Errorf("Spam() = %q, %v, want %+v", got, quarantine, test)
		}
	}
}
