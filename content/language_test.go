package content

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content/load"
)

// inEnglish are the words that no customer reads on a page or in a mail of their own: those for owners and assistants,
// values, and what English pages say. Customers read those of their own actions, and of actions that a mail is about.
var inEnglish = map[string][]string{
	"quote.yaml": {"serviceTypes", "serviceTimeframes", "sources", "labels.short.refused", "labels.more.consentParam",
		"labels.more.agreed", "labels.more.reads", "ads.notShared", "ads.shared.privacy",
		"ads.tracked.privacy", "ads.tracked.scripts", "ads.untracked", "tool", "params", "photos.message"},
	"mail.yaml":   {"owner", "summary"},
	"blog.yaml":   {"readMore", "index", "page"},
	"layout.yaml": {"nav.about.href"},
	"pages.yaml": {"servicesTitle", "reviewsTitle", "ratingLabel", "ratingArea", "quoteFormTitle", "quoteBottomTitle",
		"popularLabel", "savingsLabel", "beforeLabel", "afterLabel", "updatedLabel", "compare", "servicePrices",
		"cityServices"},
	"errors.yaml": {"notFound", "failures.homeLabel", "failures.server", "failures.busy", "failures.tooMany",
		"failures.request", "failures.foreign", "failures.method", "failures.mediaType", "failures.headers",
		"failures.gone"},
	"office.yaml": {"inbox", "signOut", "waiting", "waitingMany", "stages", "next", "list", "live", "notifications",
		"new", "day", "week", "site", "signIn", "mail", "answerMail"},
}

// ofOffice matches the office's own words among those of office.yaml that customers read.
var ofOffice = regexp.MustCompile(`^byAction\.\w+\.(history|notice|toOffice|button|(toCustomer|estimate)\.untold)$|` +
	`^card\.|^request\.\w+$|^request\.kinds\.|^refusals\.`)

// toCustomers matches those that customers read nevertheless.
var toCustomers = regexp.MustCompile(`Draft$|^card\.(draft|yourPlace|photos?)$|^request\.(taken|laterDays|every|once|` +
	`saves|day|dayMany|length)$|^refusals\.(offer|taken|choose|wishes|late|address|tooMany|` +
	`mend|long|photos|nothing|closed)$`)

// TestSpanish checks that the program has in Spanish every word of a file that customers read.
func TestSpanish(t *testing.T) {
	for file, without := range inEnglish {
		var english, spanish map[string]any
		for file, into := range map[string]*map[string]any{file: &english,
			strings.Replace(file, ".", ".es.", 1): &spanish} {
			if err := load.Decode(FS, file, into); err != nil {
				t.Fatal(err)
			}
		}
		var compare func(path string, a, b map[string]any)
		compare = func(path string, a, b map[string]any) {
			for key, value := range a {
				name := strings.TrimPrefix(path+"."+key, ".")
				isOffice := file == "office.yaml" && ofOffice.MatchString(name) && !toCustomers.MatchString(name)
				isOffice = isOffice || key == "sure" && a["customerButton"] == nil // asks users before they press
				below, isMap := value.(map[string]any)
				switch other, _ := b[key].(map[string]any); {
				case slices.Contains(without, name), key == "kind", isOffice && !isMap:
				case isMap:
					compare(name, below, other)
				case b[key] == nil:
					t.Errorf("%s lacks %s in Spanish", file, name)
				}
			}
		}
		compare("", english, spanish)
	}
	for days, want := range map[string]string{"Tuesday to Saturday": "martes a sábado",
		"Monday through Friday": "lunes a viernes", "weekdays": "entre semana"} {
		if got := site(t).For("/es").FactWords.Localize(days); got != want {
			t.Errorf("a footer in Spanish says %q for %q, want %q", got, days, want)
		}
	}
	towns := &load.References{Texts: map[string]string{
		"towns": "Allen, Plano, and Irving", "drive": "Irving and Plano",
	}}
	if got := site(t).For("/es").FactWords.References(towns).Texts; got["towns"] != "Allen, Plano e Irving" ||
		got["drive"] != "Irving y Plano" {
		t.Errorf("lists of towns in Spanish are %q", got)
	}
	labels := site(t).For("/es").quote.Labels
	for _, option := range slices.Concat(site(t).quote.ServiceTypes, site(t).quote.ServiceTimeframes) {
		if labels.Option(option) == option {
			t.Errorf("quote.es.yaml has no label for %s", option)
		}
	}
	for _, c := range site(t).services.Categories {
		english := c.menu(c.Services, site(t).FactWords.Localize)
		spanish := c.menu(c.Services, site(t).For("/es").FactWords.Localize)
		for j, service := range append(spanish.Services, MenuLink{Label: spanish.Name}) {
			own := append(english.Services, MenuLink{Label: english.Name})[j]
			if service.Label == own.Label || strings.HasPrefix(own.Price, "from") && service.Price == own.Price {
				t.Errorf("facts.es.yaml has no %s", own.Label)
			}
		}
	}
}

// TestServicesInSpanish checks that customers read in Spanish what they do before the crew comes, with the answers of
// any company, and that check names the services of a folder, and their steps, that only English has.
func TestServicesInSpanish(t *testing.T) {
	files := fstest.MapFS{}
	err := fs.WalkDir(FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name] = &fstest.MapFile{}
			files[name].Data, err = fs.ReadFile(FS, name)
		}
		return err
	})
	for range 2 {
		s, failed := Load(files)
		if err = cmp.Or(err, failed); err != nil {
			t.Fatal(err)
		}
		if missing := s.untranslated(s.In("es").FactWords); missing != nil {
			t.Errorf("facts.es.yaml lacks %s", strings.Join(missing, "\n"))
		}
		for file, answer := range map[string][2]string{"facts.yaml": {"  pump: yes", "  pump: no"},
			"business.yaml": {"\nhours:", "\nvehicle: trailer\nhours:"}} {
			files[file].Data = bytes.Replace(files[file].Data, []byte(answer[0]), []byte(answer[1]), 1)
		}
		files["facts.yaml"].Data = []byte(strings.NewReplacer("disconnect: yes", "disconnect: no",
			"[wet paint", "[refrigerators").Replace(string(files["facts.yaml"].Data)))
	}
	steps := site(t).In("es").RequestedPreparation("/services/appliance-pickup", "Appliance Pickup")
	if len(steps) != 2 || !strings.Contains(steps[1].Text, "que un plomero tape la tubería") ||
		steps[1].Title != "Cierre el agua y el gas" {
		t.Errorf("customers read in Spanish that they do %+v", steps)
	}
	const want = `facts.es.yaml: texts that are English to readers of es: "Sauna Removal", "Dock & Boat`
	s, err := Load(archive(t, "duluth"))
	if err != nil || !strings.Contains(fmt.Sprint(s.Warnings()), want) {
		t.Errorf("check warns of %v, %v; want %s", s.Warnings(), err, want)
	}
}

// A page in Spanish without words of its own ends in the program's.
func TestSpanishEnd(t *testing.T) {
	files := owner(t)
	files["pages/es.md"] = &fstest.MapFile{Data: []byte("---\nlang: es\nlead: Muebles.\n---\n\n# Muebles\n")}
	s, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	const title, lead = "Díganos qué nos llevamos", "Diga qué es y dónde está. También puede llamar."
	if end := PageOf[LegalPage](s, BuildInfo{}, "/es").Contact; end == nil || end.Title != title || end.Lead != lead {
		t.Errorf("the page ends with %+v", end)
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
	if len(lines) != 3 || !strings.HasPrefix(lines[1], `quote.fr.yaml:1: unknown key "nom"; `) &&
		!strings.HasPrefix(lines[2], `quote.fr.yaml:1: unknown key "nom"; `) {
		t.Errorf("Warnings = %q, want the two keys after the services", lines)
	}
	const want = `quote.fr.yaml:1: "text" is missing`
	if _, err := words("labels: { received: { steps: [{ title: Merci }] } }"); err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("Load = %v, want %s", err, want)
	}
}
