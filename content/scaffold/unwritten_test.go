package scaffold_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"haulfront/content"
	"haulfront/content/scaffold"
)

// A page that was made and not written is reported once its line "draft: true" is gone.
func TestUnwritten(t *testing.T) {
	if err := scaffold.Unwritten(content.FS); err != nil {
		t.Errorf("the program's own content: %v", err)
	}
	for _, test := range []struct {
		page scaffold.Page
		want []string
	}{
		{scaffold.Page{Kind: content.KindCity, Name: "Garland, TX"}, []string{
			`cities/garland.yaml:6: still says "Say in one or two sentences what people here get rid of"`,
			`"Say what is different here"`,
		}},
		{scaffold.Page{Kind: content.KindService, Name: "Piano Removal"}, []string{
			`services/piano-removal.yaml:6: still says "Say in two or three sentences what you do"`,
			`"Name a thing that you take"`, `services.yaml:`, `"Say what the price is for"`,
		}},
		{scaffold.Page{Kind: content.KindArticle, Name: "Moving out"}, []string{`"Say the answer first"`}},
	} {
		files, err := test.page.Files(content.FS)
		if err != nil {
			t.Fatal(err)
		}
		folder, drafts := fstest.MapFS{}, fstest.MapFS{}
		for name, data := range files {
			drafts[name] = &fstest.MapFile{Data: data}
			folder[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(data), "draft: true", "", 1))}
		}
		if err := scaffold.Unwritten(drafts); err != nil {
			t.Errorf("the draft of %s: %v", test.page.Name, err)
		}
		err = scaffold.Unwritten(folder)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", test.page.Name, err, want)
			}
		}
	}
}
