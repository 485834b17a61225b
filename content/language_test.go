package content

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

// inEnglish are the words of quote.yaml that visitors do not read: those for owners and assistants, values, and what
// other pages and mails say.
var inEnglish = []string{"serviceTypes", "serviceTimeframes", "sources", "labels.next", "labels.short.refused",
	"labels.more.consentParam", "labels.more.agreed", "labels.more.reads", "ads.notShared", "ads.shared.privacy",
	"ads.tracked.privacy", "ads.tracked.scripts", "ads.untracked",
	"tool", "params", "photos.message"}

// TestSpanish checks that the program has every word of the form in Spanish.
func TestSpanish(t *testing.T) {
	var english, spanish map[string]any
	for file, into := range map[string]*map[string]any{"quote.yaml": &english, "quote.es.yaml": &spanish} {
		if err := load.Decode(FS, file, into); err != nil {
			t.Fatal(err)
		}
	}
	var compare func(path string, a, b map[string]any)
	compare = func(path string, a, b map[string]any) {
		for key, value := range a {
			name := strings.TrimPrefix(path+"."+key, ".")
			if slices.Contains(inEnglish, name) || key == "kind" {
				continue
			}
			if below, ok := value.(map[string]any); ok {
				other, _ := b[key].(map[string]any)
				compare(name, below, other)
			} else if b[key] == nil {
				t.Errorf("quote.es.yaml lacks %s", name)
			}
		}
	}
	compare("", english, spanish)
	labels := spanish["labels"].(map[string]any)["options"].(map[string]any)
	for _, option := range slices.Concat(site(t).quote.ServiceTypes, site(t).quote.ServiceTimeframes) {
		if labels[option] == nil {
			t.Errorf("quote.es.yaml has no label for %s", option)
		}
	}
}

// TestLanguages checks that the words of a folder lie over the English ones, and that its slips have their lines.
func TestLanguages(t *testing.T) {
	files := owner(t)
	files["pages/francais.md"] = &fstest.MapFile{Data: []byte("---\ntitle: Nous parlons français\ndescription: " +
		strings.Repeat("Meubles et gravats. ", 4) + "\nheading: Bonjour\nlead: Bonjour.\nlang: fr\n---\n\nTexte.\n")}
	if s, err := Load(files); err != nil || s.For("/francais") != s ||
		PageOf[LegalPage](s, BuildInfo{}, "/francais").Contact != nil {
		t.Fatalf("without words in French: %v, or a form on the page", err)
	}
	words := func(text string) (*Site, error) {
		files["quote.fr.yaml"] = &fstest.MapFile{Data: []byte(text)}
		return Load(files)
	}
	s, err := words("labels: { submit: Envoyer, sumbit: Envoyer, fields: { name: Nom, nom: Nom } }")
	if err != nil {
		t.Fatal(err)
	}
	form := PageOf[LegalPage](s, BuildInfo{}, "/francais").Contact.Form
	if labels := form.Labels; labels.Submit != "Envoyer" || labels.Fields["name"] != "Nom" ||
		labels.Fields["email"] != "Email" || labels.Choose != "Choose one" {
		t.Errorf("the labels are %+v", labels)
	}
	if got := s.Quote().Labels; got.Submit != "Get Free Quote" || got.Fields["name"] != "Your name" {
		t.Errorf("the English labels are %q and %q", got.Submit, got.Fields["name"])
	}
	lines := strings.Split(s.Warnings().Error(), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `quote.fr.yaml:1: unknown key "nom"; `) &&
		!strings.HasPrefix(lines[1], `quote.fr.yaml:1: unknown key "nom"; `) {
		t.Errorf("Warnings = %q, want the two keys", lines)
	}
	const want = `quote.fr.yaml:1: "text" is missing`
	if _, err := words("labels: { received: { steps: [{ title: Merci }] } }"); err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("Load = %v, want %s", err, want)
	}
}
