// Package card makes the site's bitmaps: the social card of each page, and the icons that browsers and phones ask for.
//
// A card is the picture that a shared link shows. It has the page's title in the display face, the page's scene or the
// photograph in its place, and the company's name. Nothing is painted by hand and nothing is kept in the repository: the
// colours are the tokens of the site's stylesheet, the letters come from the font file that browsers get, and the mark
// is the site's icon.
//
// A [Press] draws one picture at a time, whoever asks, so that the memory it takes stays that of one canvas (about 3 MB).
// It keeps none of them.
package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"maps"
	"slices"
	"sync"

	"github.com/srwiley/rasterx"
)

// The size of a card in pixels, which is what social networks ask for
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

// Where things stand on a card, in pixels.
const (
	margin = 64
	// The band at the bottom carries the brand.
	bandTop  = 522
	markSize = 60
	// markEdge is the room that the icon keeps around its mark; on the band, which has the icon's own colour, it does not
	// show.
	markEdge  = 7
	nameSize  = 34
	smallSize = 25
	// The title's middle is a little above that of the room over the band. It keeps a gap to the picture.
	titleMiddle = 244
	titleGap    = 28
	// The scene fills the right side and stands on the band with its lower edge.
	sceneLeft   = 520
	sceneRight  = Width - 24
	sceneTop    = 26
	sceneBottom = 574
)

// titleSteps are tried in turn: the title takes the largest size with which it has few enough lines.
var titleSteps = []step{
	{88, 3}, {82, 3}, {76, 3}, {72, 3}, {68, 3}, {64, 3}, {60, 3},
	{56, 3}, {52, 3},
	{64, 4}, {60, 4}, {56, 4}, {52, 4}, {48, 4}, {44, 4}, {40, 4},
}

const (
	titleLeading  = 1.02
	titleTracking = -0.025
	// capital is the height of the face's capitals.
	capital = 0.68
	// displayWeight is the stylesheet's --weight-display.
	displayWeight = 700
)

// Card is what a card says and shows.
type Card struct {
	Title string
	// Name and Descriptor are the company's name in two parts, Phone its number as people read it.
	Name, Descriptor, Phone string
	// Scene is an SVG document.
	Scene []byte
	// Photo stands in for the scene where it is set; it is PhotoWidth × PhotoHeight.
	Photo image.Image
}

// Press draws cards. It may be used by several goroutines; each waits for its turn.
type Press struct {
	font, mark []byte
	colours    func() map[string]color.NRGBA

	mu       sync.Mutex
	letterer *letterer
}

// NewPress makes a press from the display font as WOFF2, the site's icon as SVG and its stylesheet. It reads none of them
// before the first picture.
func NewPress(font, mark, stylesheet []byte) *Press {
	colours := sync.OnceValue(func() map[string]color.NRGBA { return readColours(stylesheet) })
	return &Press{font: font, mark: mark, colours: colours}
}

// Version changes with the colours, and so with everything on a card that comes from the stylesheet. Whatever else is in
// the stylesheet may change without a new version.
func (p *Press) Version() string {
	sum := sha256.New()
	colours := p.colours()
	for _, name := range slices.Sorted(maps.Keys(colours)) {
		fmt.Fprintf(sum, "%s %v\n", name, colours[name])
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Draw makes a card: a PNG, or with a photograph a JPEG, because a photograph does not fit into [MaxSize] as PNG.
func (p *Press) Draw(c Card) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.letterer == nil {
		letterer, err := newLetterer(p.font, displayWeight)
		if err != nil {
			return nil, err
		}
		p.letterer = letterer
	}
	tones, err := p.tones("cream", "forest", "ink", "mist")
	if err != nil {
		return nil, err
	}
	cream, forest, ink, mist := tones[0], tones[1], tones[2], tones[3]
	canvas := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fill(canvas, canvas.Bounds(), cream)
	fill(canvas, image.Rect(0, bandTop, Width, Height), forest)
	if c.Photo != nil {
		draw.Draw(canvas, image.Rect(Width-PhotoWidth, 0, Width, PhotoHeight), c.Photo, c.Photo.Bounds().Min, draw.Src)
	} else if err := stand(canvas, c.Scene); err != nil {
		return nil, fmt.Errorf("draw the scene: %w", err)
	}
	pen := rasterx.NewFiller(Width, Height, newScanner(canvas))
	if err := p.title(pen, c.Title, ink, edges(canvas, cream)); err != nil {
		return nil, err
	}
	if err := p.brand(canvas, pen, c, cream, mist); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if c.Photo != nil {
		err = jpeg.Encode(&out, canvas, &jpeg.Options{Quality: 86})
	} else {
		// The best compression takes five times as long and gains two per cent.
		err = png.Encode(&out, canvas)
	}
	return out.Bytes(), err
}

func fill(canvas draw.Image, area image.Rectangle, c color.Color) {
	draw.Draw(canvas, area, image.NewUniform(c), image.Point{}, draw.Src)
}

// stand draws a scene as large as its place allows, on the right and on the ground.
func stand(canvas draw.Image, scene []byte) error {
	drawing, err := readDrawing(scene)
	if err != nil {
		return err
	}
	w, h := drawing.ViewBox.W, drawing.ViewBox.H
	scale := min((sceneRight-sceneLeft)/w, (sceneBottom-sceneTop)/h)
	drawing.draw(canvas, sceneRight-w*scale, sceneBottom-h*scale, scale)
	return nil
}

// edges are how far the ground is free in each row above the band, from the left.
func edges(canvas *image.RGBA, ground color.Color) (free [bandTop]int) {
	bare := color.RGBAModel.Convert(ground)
	for y := range free {
		for free[y] < Width && canvas.RGBAAt(free[y], y) == bare {
			free[y]++
		}
	}
	return free
}

// title sets the title as large as it goes beside the picture.
func (p *Press) title(pen *rasterx.Filler, text string, ink color.Color, free [bandTop]int) error {
	lines, err := p.letterer.paragraph(text, titleSteps, titleTracking, func(s step) float64 {
		half := int(s.size*titleLeading*float64(s.most)) / 2
		return float64(slices.Min(free[titleMiddle-half:titleMiddle+half]) - margin - titleGap)
	})
	if err != nil {
		return err
	}
	size := lines[0].size
	leading := size * titleLeading
	// The first baseline: half of the block's height above the middle, and down again by the height of a capital.
	y := titleMiddle - leading*float64(len(lines)-1)/2 + size*capital/2
	for _, line := range lines {
		// The side of a large first letter would look indented.
		p.letterer.draw(pen, line, margin-size/40, y, ink)
		y += leading
	}
	return nil
}

// brand draws the mark and the name into the band.
func (p *Press) brand(canvas draw.Image, pen *rasterx.Filler, c Card, bright, calm color.Color) error {
	const middle = (bandTop + Height) / 2
	if err := p.drawMark(canvas, margin-markEdge, middle-markSize/2, markSize); err != nil {
		return err
	}
	x := float64(margin + markSize + 8)
	name := p.letterer.shape(c.Name, nameSize, titleTracking)
	p.letterer.draw(pen, name, x, middle+nameSize*capital/2, bright)
	rest := p.letterer.shape(c.Descriptor, smallSize, 0)
	p.letterer.draw(pen, rest, x+name.width+14, middle+nameSize*capital/2, calm)
	phone := p.letterer.shape(c.Phone, nameSize, titleTracking)
	p.letterer.draw(pen, phone, Width-margin-phone.width, middle+nameSize*capital/2, bright)
	return nil
}
