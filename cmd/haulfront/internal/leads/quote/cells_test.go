package quote

import (
	"bytes"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/leads/upload"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// TestFormFields checks what a form asks for in the fields that the specification names, and with which controls.
func TestFormFields(t *testing.T) {
	got := map[string]content.QuoteField{}
	for _, f := range FormFields() {
		got[f.Name] = f
	}
	for _, want := range []content.QuoteField{
		{Name: "name", Required: true, Max: 200, Type: "text", AutoComplete: "name"},
		{Name: "phone", Required: true, Max: 100, Type: "tel", InputMode: "tel", AutoComplete: "tel",
			Pattern: phonePattern.String()},
		{Name: "email", Max: 320, Type: "email", InputMode: "email", AutoComplete: "email",
			Pattern: emailPattern.String()},
		{Name: "serviceType", Required: true, Max: 200},
		{Name: "serviceTimeframe", Required: true, Max: 200},
		{Name: "message", Multiline: true, Max: 5000},
	} {
		if diff := cmp.Diff(want, got[want.Name]); diff != "" {
			t.Errorf("FormFields() (-want +got):\n%s", diff)
		}
	}
	if zip := got["zipCode"]; !zip.Required || zip.Multiline || zip.InputMode != "numeric" {
		t.Errorf("the field for the ZIP code is %+v", zip)
	}
	for _, hidden := range []string{"source", RefusedName} {
		if _, ok := got[hidden]; ok {
			t.Errorf("the form asks for the field %s", hidden)
		}
	}
}

// TestCells checks what operators see of the parts that are more than a text: on a page, and in the columns of the CSV.
func TestCells(t *testing.T) {
	r := full()
	r.Photos = []Photo{{ID: "a"}, {ID: "b"}}
	r.Extra = Extra{Language: "es", Answer: Answer{Contact: "text", Consent: &Consent{Words: "Yes.", At: sentAt,
		Page: "/"}},
		Estimate:    &Estimate{Total: "$99–$250", Query: "sofa=1"},
		Attribution: ParseAttribution("utm_source=flyer|gclid=x1&page=/blog")}
	central := time.FixedZone("CST", -6*3600)
	for name, test := range map[string]struct {
		request    Request
		shown, csv string
	}{
		"without them": {full(), "estimate= photos= contact= consent= language= firstTouch= lastTouch= ",
			"estimate= photos= contact= consent= language= firstTouch= lastTouch= "},
		"with them": {r, "estimate=$99–$250 for sofa=1 photos=a b contact=text " +
			"consent=2025-10-06 15:04:05 CST on /: Yes. language=es firstTouch=flyer " +
			"lastTouch=Google ad, gclid x1, page /blog ",
			"estimate=$99–$250 for sofa=1 photos=a b contact=text " +
				"consent=2025-10-06 15:04:05 CST on /: Yes. language=es firstTouch=flyer firstTouch.utm_source=flyer " +
				"lastTouch=Google ad lastTouch.gclid=x1 lastTouch.page=/blog "},
	} {
		var shown, csv strings.Builder
		for _, f := range Optional() {
			if f.part == nil {
				continue
			}
			for _, cell := range f.Cells(&test.request, central) {
				if text := fmt.Sprintf("%s=%s ", cell.Name, cell.Value); cell.Value != "" ||
					!strings.Contains(cell.Name, ".") {
					shown.WriteString(map[bool]string{false: text}[cell.CSVOnly])
					csv.WriteString(map[bool]string{false: text}[cell.ShowOnly])
				}
			}
		}
		if shown.String() != test.shown || csv.String() != test.csv {
			t.Errorf("%s: shown are\n%s, want\n%s;\nthe CSV has\n%s, want\n%s", name, shown.String(), test.shown,
				csv.String(), test.csv)
		}
	}
	if cells := (Field{Name: "note"}).Cells(&Request{Extra: Extra{Texts: map[string]string{"note": "Hi"}}}, nil); len(
		cells) != 1 || cells[0] != (Cell{Name: "note", Value: "Hi"}) {
		t.Errorf("the cells of a text are %+v", cells)
	}
}

// TestSpreadsheet checks the marks by which spreadsheets know lines and characters, and keeps them from evaluating
// cells.
func TestSpreadsheet(t *testing.T) {
	var out bytes.Buffer
	w, err := NewSpreadsheet(&out)
	testkit.Must(t, err)
	testkit.Must(t, w.WriteAll([][]string{{"né", "1,2"}, {"x", ""}}))
	if got, want := out.String(), "\ufeffné,\"1,2\"\r\nx,\r\n"; got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	for cell, want := range map[string]string{
		"": "", "a=b": "a=b", "'=": "'=", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\ta": "'\ta",
		"\ra": "'\ra", "\na": "'\na",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠a": "'＠a",
		"﹦1": "'﹦1", "﹢1": "'﹢1", "﹣1": "'﹣1", "﹫a": "'﹫a",
		" =1": "' =1", "\u00a0=1": "'\u00a0=1", "\u3000＝1": "'\u3000＝1",
		"\ufeff=1": "'=1", "\u200b=1": "'=1", "\u2060\u200d+1": "'+1", "\u202e=1": "'=1", "\u2066@a": "'@a",
		"\u200f-1": "'-1",
		"\u3164=1": "'=1", "\u2800=1": "'=1", " \u200b=1": "' \u200b=1", " \ufe0f=1": "' \ufe0f=1",
		"\u202eexe.gnp": "exe.gnp", "a\u202a\u202eb\u2066c\u2069\u200e\u200f\u061cd": "abcd", "a\u200db": "a\u200db",
		"Ann -1": "Ann -1", "❤️": "❤️",
		"Ann": "Ann", " ": " ", "\t=1": "'\t=1", "An\u202en": "Ann", "\u00a0\u200b+1": "'\u00a0\u200b+1",
	} {
		if got := EscapeFormula(cell); got != want {
			t.Errorf("EscapeFormula(%q) = %q, want %q", cell, got, want)
		}
	}
}

// TestLogValue checks that long texts are truncated, and that short numbers are masked whole.
func TestLogValue(t *testing.T) {
	for _, test := range []struct {
		request Request
		want    string
	}{
		{full(),
			`phone=***00 r.zipCode=75024 r.serviceType="Light Demolition/Disassembly" r.source="Get Quote Page Form"`},
		{Request{Phone: "12345", ZIPCode: strings.Repeat("é", 41), ServiceType: strings.Repeat("é", 40)},
			"phone=*** r.zipCode=" + strings.Repeat("é", 40) + "… r.serviceType=" + strings.Repeat("é", 40) +
				` r.source=""`},
		{Request{Phone: "123456"}, `phone=***56 r.zipCode="" r.serviceType="" r.source=""`},
	} {
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("posted", "r", test.request)
		if _, got, _ := strings.Cut(b.String(), "r."); strings.TrimSpace(got) != test.want {
			t.Errorf("the log has %s, want %s", got, test.want)
		}
	}
}

// TestExtraOfJournal reads columns that are damaged, or no text.
func TestExtraOfJournal(t *testing.T) {
	var x Extra
	if err := x.Scan(7); err == nil {
		t.Error("Scan() took a number")
	}
	if err := x.Scan(`{"language": "es", "texts": 1}`); err != nil || x.Unread == nil || !x.OptedOut ||
		x.Language != "" {
		t.Errorf("Scan() of a damaged column = %v: %+v", err, x)
	}
	stored, err := Extra{Language: "es"}.Value()
	testkit.Must(t, err)
	var back Extra
	if err := back.Scan(stored); err != nil || back.Language != "es" || back.OptedOut || back.Unread != nil {
		t.Errorf("Scan(%v) = %v: %+v", stored, err, back)
	}
}

// TestAddPhotos converts photographs: those that are kept are links in the note, a link that cannot be made costs its
// photograph alone, and an empty file is no choice.
func TestAddPhotos(t *testing.T) {
	file := filepath.Join(t.TempDir(), "photo.jpg")
	testkit.Photograph(t, file)
	photo, err := os.ReadFile(file)
	testkit.Must(t, err)
	post := func(files ...[]byte) *Post {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for i, data := range files {
			part, err := form.CreateFormFile(PhotosName, fmt.Sprintf("%d.jpg", i))
			testkit.Must(t, err)
			_, _ = part.Write(data)
		}
		testkit.Must(t, form.Close())
		p := read(t, "message=Hi")
		dir := t.TempDir()
		p.Upload, err = upload.Read(&body, form.Boundary(), PhotosName, dir, 1000, netip.Prefix{})
		testkit.Must(t, err)
		t.Cleanup(func() {
			p.Close()
			if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
				t.Errorf("Close() leaves %v, %v", left, err)
			}
		})
		return p
	}
	post(photo) // to be closed
	(&Post{}).Close()
	p, words := post([]byte("text"), photo, photo, photo), site().Quote().Photos
	if rejected := p.Check(); rejected != nil {
		t.Fatalf("Check() = %+v", rejected)
	}
	broken := os.ErrClosed
	var ids []string
	err = p.AddPhotos(t.Context(), func(id string) (string, error) {
		if ids = append(ids, id); len(ids) == 2 {
			return "", broken
		}
		return "https://junk.test/photos/" + id, nil
	})
	want := words.Message + "\nhttps://junk.test/photos/" + ids[0] +
		"\nhttps://junk.test/photos/" + ids[2] + "\nPhotos we didn’t get: " +
		"0.jpg: " + words.Problems["unknown"] + "\n2.jpg: " + words.Problems["busy"]
	if err != broken || p.Note != want || len(ids) != 3 || ids[0] == ids[1] {
		t.Errorf("AddPhotos() = %v with the note\n%s\nwant\n%s", err, p.Note, want)
	}
	if got := p.Request.Photos; len(got) != 2 || got[0].ID != ids[0] || got[0].Width != 800 || got[0].Height != 600 ||
		len(got[0].JPEG) == 0 || got[0].Digest == [32]byte{} {
		t.Errorf("the request has the photographs %+v", got)
	}
	p = post(photo, nil)
	if rejected := p.ReadPhotos(t.Context()); rejected != nil || len(p.Request.Photos) != 1 ||
		strings.Contains(p.Note, "get") {
		t.Errorf("ReadPhotos() = %+v with %d photographs and the note %q", rejected, len(p.Request.Photos), p.Note)
	}
	p = post([]byte("text"))
	if rejected := p.ReadPhotos(t.Context()); rejected == nil || rejected.Outcome != Invalid ||
		rejected.Toast != words.Toast || rejected.Errors[PhotosName] != "0.jpg: "+words.Problems["unknown"] {
		t.Errorf("ReadPhotos() = %+v", rejected)
	}
}
