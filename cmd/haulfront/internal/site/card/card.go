// Package card draws the site's bitmaps: the social card of each page, and the icons that browsers and phones ask for.
//
// A card is the image that social networks show for a shared link. It has the page's title in the display typeface,
// the page's scene or photograph, and the company's name. No image is kept in the repository: the colors are the
// tokens of the site's stylesheet, the typeface is that of the pages, and the logo is the site's icon.
//
// A [Renderer] draws one image at a time and needs the memory of one canvas (about 3 MB). It caches no image.
package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/srwiley/rasterx"
)

// The size of a card in pixels, as social networks recommend
// (https://developers.facebook.com/docs/sharing/webmasters/images).
const (
	Width  = 1200
	Height = 630
)

// The size in pixels of the photograph on a card: it fills the right side above the band.
const (
	PhotoWidth  = 580
	PhotoHeight = bandTop
)

// MaxSize is the size of the largest card in bytes: some messengers show no larger picture.
const MaxSize = 300 << 10

// The layout of a card, in pixels.
const (
	margin = 64
	// The band at the bottom carries the brand.
	bandTop  = 522
	logoSize = 60
	// logoPadding is the icon's padding around the logo. The band has the icon's background color, which hides it.
	logoPadding = 7
	nameSize    = 34
	smallSize   = 25
	// The title is centered a little above the middle of the space over the band. It keeps a gap to the picture.
	titleMiddle = 244
	titleGap    = 28
	// The scene fills the right side and overlaps the band with its lower edge, above the phone number.
	sceneLeft   = 520
	sceneRight  = Width - 24
	sceneTop    = 26
	sceneBottom = 552
)

// titleSizes are tried in turn: the title gets the first size at which it needs few enough lines.
var titleSizes = []fontSize{
	{88, 3}, {82, 3}, {76, 3}, {72, 3}, {68, 3}, {64, 3}, {60, 3}, {56, 3}, {52, 3},
	{64, 4}, {60, 4}, {56, 4}, {52, 4}, {48, 4}, {44, 4}, {40, 4},
}

const (
	titleLeading  = 1.02
	titleTracking = -0.025
	// capHeight is the height of the typeface's capHeights, in parts of the font size.
	capHeight = 0.68
)

// Card is the content of a card.
type Card struct {
	Title string
	// Name and Descriptor are the company's name in two parts, Phone its number as people read it.
	Name, Descriptor, Phone string
	Scene                   []byte      // an SVG document
	Photo                   image.Image // replaces the scene unless it is nil; it is PhotoWidth × PhotoHeight
}

// Renderer draws cards and icons. It may be used by several goroutines; each waits for its turn.
type Renderer struct {
	font, icon []byte
	colors     func() map[string]color.NRGBA

	mu         sync.Mutex // held while a card is drawn
	typesetter *typesetter
}

// NewRenderer makes a renderer from the display typeface in the weight of titles, a WOFF file, the site's icon, an SVG
// document, and its stylesheet. It parses them for the first image.
func NewRenderer(font, icon, stylesheet []byte) *Renderer {
	colors := sync.OnceValue(func() map[string]color.NRGBA { return readColors(stylesheet) })
	return &Renderer{font: font, icon: icon, colors: colors}
}

// Version is a hash of the font and the colors. The rest of the stylesheet does not affect it.
func (r *Renderer) Version() string {
	sum := sha256.New()
	sum.Write(r.font)
	colors := r.colors()
	for _, name := range slices.Sorted(maps.Keys(colors)) {
		fmt.Fprintf(sum, "%s %v\n", name, colors[name])
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Draw draws a card: a PNG, or with a photograph a JPEG, because a photograph does not fit into [MaxSize] as PNG.
func (r *Renderer) Draw(c Card) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	if r.typesetter == nil {
		if r.typesetter, err = newTypesetter(r.font); err != nil {
			return nil, err
		}
	}
	colors, err := r.tokens("cream", "forest", "ink", "mist")
	if err != nil {
		return nil, err
	}
	cream, forest, ink, mist := colors[0], colors[1], colors[2], colors[3]
	canvas := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill(canvas, canvas.Bounds(), cream)
	fill(canvas, image.Rect(0, bandTop, Width, Height), forest)
	if c.Photo != nil {
		draw.Draw(canvas, image.Rect(Width-PhotoWidth, 0, Width, PhotoHeight), c.Photo, c.Photo.Bounds().Min, draw.Src)
	} else if err := drawScene(canvas, c.Scene); err != nil {
		return nil, fmt.Errorf("draw the scene: %w", err)
	}
	filler := rasterx.NewFiller(Width, Height, newScanner(canvas))
	if err := r.drawTitle(filler, c.Title, ink, freeWidths(canvas, cream)); err != nil {
		return nil, err
	}
	if err := r.drawBrand(canvas, filler, c, cream, mist); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if c.Photo != nil {
		err = jpeg.Encode(&out, canvas, &jpeg.Options{Quality: 86})
	} else {
		err = png.Encode(&out, canvas) // the best compression takes five times as long and gains two percent
	}
	return out.Bytes(), err
}

func fill(canvas draw.Image, area image.Rectangle, c color.Color) {
	draw.Draw(canvas, area, image.NewUniform(c), image.Point{}, draw.Src)
}

// drawScene draws a scene as large as its area allows, aligned to the bottom right.
func drawScene(canvas draw.Image, scene []byte) error {
	svg, err := parseSVG(scene)
	if err != nil {
		return err
	}
	w, h := svg.ViewBox.W, svg.ViewBox.H
	scale := min((sceneRight-sceneLeft)/w, (sceneBottom-sceneTop)/h)
	svg.draw(canvas, sceneRight-w*scale, sceneBottom-h*scale, scale)
	return nil
}

// freeWidths are the widths of the background color in each row above the band, from the left.
func freeWidths(canvas *image.RGBA, background color.Color) (free [bandTop]int) {
	empty := color.RGBAModel.Convert(background)
	for y := range free {
		for free[y] < Width && canvas.RGBAAt(free[y], y) == empty {
			free[y]++
		}
	}
	return free
}

// drawTitle sets the title as large as it fits beside the picture.
func (r *Renderer) drawTitle(filler *rasterx.Filler, text string, ink color.Color, free [bandTop]int) error {
	lines, err := r.typesetter.paragraph(text, titleSizes, titleTracking, func(s fontSize) float64 {
		half := int(s.pixels*titleLeading*float64(s.maxLines)) / 2
		return float64(slices.Min(free[titleMiddle-half:titleMiddle+half]) - margin - titleGap)
	})
	if err != nil {
		return err
	}
	size := lines[0].size
	leading := size * titleLeading
	// The first baseline: half of the block's height above the middle, and half the height of a capital below that.
	y := titleMiddle - leading*float64(len(lines)-1)/2 + size*capHeight/2
	for _, line := range lines {
		// The side bearing of a large first letter would look indented.
		r.typesetter.draw(filler, line, margin-size/40, y, ink)
		y += leading
	}
	return nil
}

// drawBrand draws the logo and the name into the band.
func (r *Renderer) drawBrand(canvas draw.Image, filler *rasterx.Filler, c Card, bright, muted color.Color) error {
	const middle = (bandTop + Height) / 2
	if err := r.drawIcon(canvas, margin-logoPadding, middle-logoSize/2, logoSize); err != nil {
		return err
	}
	x := float64(margin + logoSize + 8)
	name := r.typesetter.shape(c.Name, nameSize, titleTracking)
	r.typesetter.draw(filler, name, x, middle+nameSize*capHeight/2, bright)
	rest := r.typesetter.shape(c.Descriptor, smallSize, 0)
	r.typesetter.draw(filler, rest, x+name.width+14, middle+nameSize*capHeight/2, muted)
	phone := r.typesetter.shape(c.Phone, nameSize, titleTracking)
	r.typesetter.draw(filler, phone, Width-margin-phone.width, middle+nameSize*capHeight/2, bright)
	return nil
}

// colorToken is a color token in a stylesheet, as the bundler writes it: in the long or the short hexadecimal form.
var colorToken = regexp.MustCompile(`--([a-z-]+):\s*#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b`)

// readColors returns the color tokens of a stylesheet by their names, without the dashes in front.
func readColors(stylesheet []byte) map[string]color.NRGBA {
	colors := map[string]color.NRGBA{}
	for _, m := range colorToken.FindAllSubmatch(stylesheet, -1) {
		hex := string(m[2])
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		n, _ := strconv.ParseUint(hex, 16, 32) // the pattern lets nothing else through
		colors[string(m[1])] = color.NRGBA{R: byte(n >> 16), G: byte(n >> 8), B: byte(n), A: 255}
	}
	return colors
}

// tokens returns color tokens of the stylesheet by name.
func (r *Renderer) tokens(names ...string) ([]color.NRGBA, error) {
	colors, list := r.colors(), make([]color.NRGBA, len(names))
	for i, name := range names {
		found, ok := colors[name]
		if !ok {
			return nil, fmt.Errorf("the stylesheet has no color --%s", name)
		}
		list[i] = found
	}
	return list, nil
}

// Icon draws the site's icon as a PNG of size × size pixels, transparent outside its rounded corners.
func (r *Renderer) Icon(size int) ([]byte, error) {
	return r.encodeIcon(image.NewNRGBA(image.Rect(0, 0, size, size)))
}

// MaskableIcon draws the site's icon as an opaque PNG of size × size pixels, for phones that crop it to a shape of
// their own. They keep at least a circle of four fifths of the width (https://www.w3.org/TR/appmanifest/#icon-masks),
// which contains the logo.
func (r *Renderer) MaskableIcon(size int) ([]byte, error) {
	background, err := r.tokens("forest")
	if err != nil {
		return nil, err
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, size, size))
	fill(canvas, canvas.Bounds(), background[0])
	return r.encodeIcon(canvas)
}

// encodeIcon draws the icon over the canvas and encodes it as PNG.
func (r *Renderer) encodeIcon(canvas *image.NRGBA) ([]byte, error) {
	if err := r.drawIcon(canvas, 0, 0, float64(canvas.Rect.Dx())); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := png.Encode(&out, canvas)
	return out.Bytes(), err
}

// ICO draws the site's icon as an ICO file with one PNG of 32 × 32 pixels, for browsers that request /favicon.ico
// (https://en.wikipedia.org/wiki/ICO_(file_format)).
func (r *Renderer) ICO() ([]byte, error) {
	const size = 32
	picture, err := r.Icon(size)
	if err != nil {
		return nil, err
	}
	entry := struct {
		Reserved, Type, Count        uint16
		Width, Height, Colors, Blank uint8
		Planes, Depth                uint16
		Size, Offset                 uint32
	}{Type: 1, Count: 1, Width: size, Height: size, Planes: 1, Depth: 32, Size: uint32(len(picture)), Offset: 22}
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, entry) // writing to a bytes.Buffer never fails
	out.Write(picture)
	return out.Bytes(), nil
}
