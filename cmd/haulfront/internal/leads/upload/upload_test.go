package upload

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

func TestCheck(t *testing.T) {
	whole := jpegOf(picture(40, 30))
	long := segment(0xe2, strings.Repeat("x", 60_000))
	adobe := func(transform string) []byte { return segment(0xee, "Adobe\x00d\x00\x00\x00\x00"+transform) }
	for name, test := range map[string]struct {
		data []byte
		want error
	}{
		"JPEG":                        {whole, nil},
		"PNG":                         {pngOf(picture(40, 30)), nil},
		"WebP":                        {tinyWebP, nil},
		"GIF":                         {[]byte("GIF89a"), ErrNotPhoto},
		"SVG":                         {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ErrNotPhoto},
		"HEIC":                        {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00"), ErrHEIC},
		"AVIF":                        {[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00"), ErrHEIC},
		"video":                       {[]byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00"), ErrNotPhoto},
		"begins like a JPEG":          {[]byte{0xff, 0xd8, 0xff, 0xe0}, ErrDamaged},
		"PNG bomb":                    {pngHeader(50_000, 50_000, 16), ErrTooManyPixels},
		"PNG with deep color":         {pngHeader(5_000, 5_000, 16), ErrTooManyPixels},
		"PNG of 12 megapixels":        {pngHeader(4_000, 3_000, 16), nil},
		"PNG of a column":             {pngHeader(1, 33_000_000, 8), ErrTooManyPixels},
		"PNG of a row":                {pngHeader(33_000_000, 1, 8), ErrTooManyPixels},
		"long screenshot":             {pngHeader(1_080, 30_000, 8), nil},
		"JPEG bomb":                   {frame(0xc0, 65_000, 65_000), ErrTooManyPixels},
		"JPEG of 48 megapixels":       {frame(0xc0, 8_064, 6_048), nil},
		"progressive, 12 megapixels":  {frame(0xc2, 4_032, 3_024), nil},
		"progressive, 48 megapixels":  {frame(0xc2, 8_064, 6_048), ErrTooManyPixels},
		"with converted colors":       {within(frame(0xc0, 8_064, 6_048), adobe("\x00")), ErrTooManyPixels},
		"with YCbCr colors":           {within(frame(0xc0, 8_064, 6_048), adobe("\x01")), nil},
		"progressive, 20 scans":       {scans(4_032, 3_024, 20), nil},
		"progressive, 100 scans":      {scans(4_032, 3_024, 100), ErrTooManyPixels},
		"motion photo":                {append(bytes.Clone(whole), video...), nil},
		"JPEG of 0 pixels":            {frame(0xc0, 0, 0), ErrDamaged},
		"JPEG after a long thumbnail": {within(whole, long, long), nil},
		"lossless WebP":               {webpOf(t, noise(200, 200), true), nil},
		"translucent WebP":            {webpOf(t, noise(200, 200), false), nil},
		"raw alpha channel":           {extended(4_032, 3_024, chunk("ALPH", make([]byte, 1+4_032*3_024))), nil},
		"WebP of trees": {chunk("RIFF", []byte("WEBP"), chunk("VP8L", trees(208, 200))),
			ErrTooManyPixels},
		"alpha channel of trees": {extended(208, 200, chunk("ALPH", []byte{1}, trees(208, 200)[5:])),
			ErrTooManyPixels},
	} {
		form := upload(t, test.data)
		form.Check()
		if got := firstRefused(form); !errors.Is(got, test.want) {
			t.Errorf("%s: Check() = %v, want %v", name, got, test.want)
		}
	}
}

// TestConvertRemovesEverythingElse checks that only the pixels of a file are kept.
func TestConvertRemovesEverythingElse(t *testing.T) {
	const evil = "<script>alert(1)</script>"
	whole := jpegOf(picture(40, 30))
	archive := "PK\x03\x04" + evil
	for name, data := range map[string][]byte{
		"metadata": within(whole,
			exif(1), segment(0xfe, evil), segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+evil)),
		"appended":  append(bytes.Clone(whole), archive...),
		"PNG texts": append(pngOf(picture(40, 30)), evil...),
	} {
		got, _, err := convert(t, data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, bad := range []string{"script", "GPS", "Exif", "PK\x03\x04", "adobe"} {
			if bytes.Contains(got, []byte(bad)) {
				t.Errorf("%s: the photograph that is kept has %q", name, bad)
			}
		}
	}
}

func TestConvert(t *testing.T) {
	wide, small := jpegOf(picture(3_200, 1_000)), jpegOf(picture(40, 30))
	transparent := pngOf(image.NewNRGBA(image.Rect(0, 0, 8, 8)))
	translucent := webpOf(t, image.NewNRGBA(image.Rect(0, 0, 40, 30)), false)
	if !bytes.Contains(translucent, []byte("ALPH")) {
		t.Fatal("the translucent WebP has no alpha channel of its own")
	}
	red, blue, white := color.RGBA{R: 255}, color.RGBA{B: 255}, color.RGBA{R: 255, G: 255, B: 255}
	for name, test := range map[string]struct {
		data        []byte
		size        image.Point
		first, last color.RGBA // the corners
	}{
		"large":                 {wide, image.Pt(1_600, 500), red, blue},
		"small":                 {small, image.Pt(40, 30), red, blue},
		"turned by 180 degrees": {within(small, exif(3)), image.Pt(40, 30), blue, red},
		"turned by 90 degrees":  {within(wide, exif(6)), image.Pt(500, 1_600), red, blue},
		"transparent":           {transparent, image.Pt(8, 8), white, white},
		"odd":                   {pngOf(picture(1_601, 3)), image.Pt(1_600, 2), red, blue},
		"motion photo":          {append(bytes.Clone(small), video...), image.Pt(40, 30), red, blue},
		"animation": {animated(image.Pt(40, 30), webpOf(t, picture(40, 30), true), translucent), image.Pt(40, 30),
			red, blue},
		"translucent animation": {animated(image.Pt(40, 30), translucent, translucent), image.Pt(40, 30), white, white},
		"a line":                {pngOf(picture(1, 4_000)), image.Pt(1, 1_600), blue, blue},
	} {
		t.Run(name, func(t *testing.T) {
			got, size, err := convert(t, test.data)
			testkit.Must(t, err)
			kept, err := jpeg.Decode(bytes.NewReader(got))
			testkit.Must(t, err)
			if size != test.size || kept.Bounds().Size() != test.size {
				t.Errorf("size %v, decoded %v, want %v", size, kept.Bounds().Size(), test.size)
			}
			for at, want := range map[image.Point]color.RGBA{{}: test.first, test.size.Sub(image.Pt(1, 1)): test.last} {
				r, g, b, _ := kept.At(at.X, at.Y).RGBA()
				if differs(r, want.R) || differs(g, want.G) || differs(b, want.B) {
					t.Errorf("at %v: %d %d %d, want %v", at, r>>8, g>>8, b>>8, want)
				}
			}
		})
	}
}

// differs reports whether a component is another one, and not only as JPEG keeps it.
func differs(got uint32, want uint8) bool {
	d := int(got>>8) - int(want)
	return d < -20 || d > 20
}

func TestConvertDamaged(t *testing.T) {
	whole := jpegOf(picture(400, 300))
	for name, data := range map[string][]byte{"JPEG": whole[:len(whole)/2], "PNG": pngOf(picture(400, 300))[:60]} {
		if _, _, err := convert(t, data); !errors.Is(err, ErrDamaged) {
			t.Errorf("half a %s: %v, want ErrDamaged", name, err)
		}
	}
}

// form is a multipart form: a name, files, and a field after them.
func form(name string, files ...[]byte) *bytes.Buffer {
	const head = "--b\r\nContent-Disposition: form-data; name="
	body := bytes.NewBufferString(head + "name\r\n\r\n" + name)
	for i, data := range files {
		fmt.Fprintf(body, "\r\n%sphotos; filename=\"../../%d.php\"\r\n\r\n%s", head, i, data)
	}
	body.WriteString("\r\n" + head + "page\r\n\r\n/last\r\n--b--\r\n")
	return body
}

func TestRead(t *testing.T) {
	small, large := []byte("a file"), make([]byte, MaxBytes/2)
	noFolder := filepath.Join(t.TempDir(), "file")
	testkit.Must(t, os.WriteFile(noFolder, nil, 0o600))
	for name, test := range map[string]struct {
		files [][]byte
		cut   int    // bytes missing at the end
		text  int    // bytes of a long text
		dir   string // of the files
		kept  int
		want  error
	}{
		"empty":           {files: [][]byte{{}, small}, kept: 1, want: ErrEmpty},
		"after too large": {files: [][]byte{make([]byte, MaxBytes+1), small}, kept: 1, want: ErrTooLarge},
		"one":             {files: [][]byte{small}, kept: 1},
		"five":            {files: [][]byte{small, small, small, small, large}, kept: 5},
		"six":             {files: [][]byte{small, small, small, small, small, small}, kept: 5, want: ErrTooMany},
		"too large":       {files: [][]byte{large, large, []byte("one byte too many")}, kept: 2, want: ErrTooLarge},
		"one too large":   {files: [][]byte{make([]byte, MaxBytes+1)}, want: ErrTooLarge},
		"cut off":         {files: [][]byte{small, large}, cut: len(large), kept: 1, want: ErrCutOff},
		"long text":       {files: [][]byte{small}, text: 2_000, kept: 1},
		"disk error":      {files: [][]byte{small}, dir: noFolder, want: syscall.ENOTDIR},
	} {
		t.Run(name, func(t *testing.T) {
			dir := cmp.Or(test.dir, filepath.Join(t.TempDir(), "photos"))
			body := form("Ann"+strings.Repeat("x", test.text), test.files...)
			body.Truncate(body.Len() - test.cut)
			got, err := Read(body, "b", "photos", dir, 1_000, netip.Prefix{})
			testkit.Must(t, err)
			defer got.Close()
			if !errors.Is(firstRefused(got), test.want) || len(got.Files) != test.kept || !got.Sent ||
				got.TextTooLarge != (test.text > 0) {
				t.Errorf("Read() = %+v", got)
			}
			for i, file := range got.Files {
				if !strings.HasSuffix(file.Name, ".php") || strings.Contains(file.Name, "/") {
					t.Errorf("file %d is called %q", i, file.Name)
				}
			}
			if len(got.Files)+len(got.Refused) != len(test.files) {
				t.Errorf("%d files are kept and %v refused of %d", len(got.Files), got.Refused, len(test.files))
			}
			if page := got.Values.Get("page"); (page == "/last") != (test.cut == 0 && test.text == 0) {
				t.Errorf("the field after the files is %q", page)
			}
			if names, _ := os.ReadDir(dir); len(names) != 0 {
				t.Errorf("files have names: %v", names)
			}
		})
	}
}

// TestReadNothing reads a form without a chosen file, as browsers send it.
func TestReadNothing(t *testing.T) {
	body := strings.NewReader("--b\r\nContent-Disposition: form-data; name=photos; filename=\"\"\r\n\r\n\r\n--b--\r\n")
	got, err := Read(body, "b", "photos", t.TempDir(), 1_000, netip.Prefix{})
	if err != nil || got.Sent || len(got.Files)+len(got.Refused) > 0 {
		t.Errorf("Read() = %+v, %v", got, err)
	}
}

// TestKeepsTheOthers checks that a file that cannot be kept costs no other.
func TestKeepsTheOthers(t *testing.T) {
	good, half := jpegOf(picture(400, 300)), jpegOf(picture(400, 300))[:2000]
	got, err := Read(form("Ann", half, []byte("GIF89a"), good), "b", "photos", t.TempDir(), 1_000, netip.Prefix{})
	testkit.Must(t, err)
	defer got.Close()
	got.Check()
	got.Convert(t.Context())
	if len(got.Refused) != 2 || got.Refused[0] != (Refused{"1.php", ErrNotPhoto}) || got.Refused[1].Name != "0.php" ||
		!errors.Is(got.Refused[1].Err, ErrDamaged) || got.Files[2].JPEG == nil || got.Files[1].JPEG != nil {
		t.Errorf("the refused files are %v", got.Refused)
	}
}

// TestReadBounds checks that a form that is far too large is not read to its end, and that a bad one is an error.
func TestReadBounds(t *testing.T) {
	const head = "--b\r\nContent-Disposition: form-data; name=photos; filename=a\r\n\r\n"
	endless := io.MultiReader(strings.NewReader(head), zeros{})
	got, err := Read(endless, "b", "photos", t.TempDir(), 1_000, netip.Prefix{})
	if err != nil || !errors.Is(firstRefused(got), ErrTooLarge) {
		t.Errorf("an endless file: %v, %v", got, err)
	}
	for name, body := range map[string]string{
		"no form":      "name=Ann",
		"long headers": "--b\r\nContent-Disposition: form-data; name=" + strings.Repeat("x", 1<<20),
		"many parts":   strings.Repeat("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n", 1_000),
	} {
		if _, err := Read(strings.NewReader(body), "b", "photos", t.TempDir(), 1_000, netip.Prefix{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// FuzzConvert checks that any file is refused with one of the errors for visitors, or becomes a JPEG within the bounds.
func FuzzConvert(f *testing.F) {
	whole := jpegOf(picture(40, 30))
	for _, seed := range [][]byte{
		whole, within(whole, exif(6)), pngOf(picture(40, 30)), pngHeader(50_000, 50_000, 16),
		tinyWebP, animated(image.Pt(1, 1), tinyWebP), frame(0xc2, 10, 10), scans(10, 10, 2),
		[]byte("\x00\x00\x00\x18ftypheic"), nil,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := convert(t, data)
		if err != nil {
			known := []error{ErrNotPhoto, ErrHEIC, ErrTooManyPixels, ErrDamaged}
			if !slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) }) {
				t.Error(err)
			}
			return
		}
		kept, err := jpeg.DecodeConfig(bytes.NewReader(got))
		if err != nil || kept.Width > MaxSide || kept.Height > MaxSide {
			t.Errorf("a picture of %d × %d is kept, error %v", kept.Width, kept.Height, err)
		}
	})
}

// TestConvertWaits checks that one photograph is decoded at a time, and that the context bounds the wait.
func TestConvertWaits(t *testing.T) {
	turns, err := decoder.Join(t.Context(), netip.Prefix{}, 1)
	testkit.Must(t, err)
	form := upload(t, jpegOf(picture(4, 4)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	form.Check()
	form.Convert(ctx)
	if err := firstRefused(form); !errors.Is(err, context.Canceled) {
		t.Errorf("Convert() while another is decoded = %v, want the error of its context", err)
	}
	decoder.Leave(0, turns...)
	form.Refused = nil
	form.Convert(t.Context())
	if err := firstRefused(form); err != nil {
		t.Errorf("Convert() afterwards = %v", err)
	}
	if _, err := reduce(ctx, picture(4, 4), form.Files[0].Size); !errors.Is(err, context.Canceled) {
		t.Errorf("reduce() = %v, want the error of its context", err)
	}
}
