package upload

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"

	"golang.org/x/sync/semaphore"

	"haulfront/cmd/haulfront/internal/site/photo"
)

// decoding is held while a photograph is decoded, which takes up to maxDecoded bytes. Waiters are served in FIFO order.
var decoding = semaphore.NewWeighted(1)

// Convert returns the converted photograph and its size. The error is one of Check's, or that of ctx, which bounds the
// waiting too.
func (f *File) Convert(ctx context.Context) (photograph []byte, size image.Point, err error) {
	format, head, err := f.check()
	if err != nil {
		return nil, image.Point{}, err
	}
	if err := decoding.Acquire(ctx, 1); err != nil {
		return nil, image.Point{}, fmt.Errorf("wait to decode a photograph: %w", err)
	}
	defer decoding.Release(1)
	picture, err := decode(ctx, format, f)
	if err != nil {
		return nil, image.Point{}, err
	}
	small := reduce(picture, fit(picture.Bounds().Size()))
	if format == jpegFormat {
		small = photo.OrientationOf(head).Apply(small)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: quality}); err != nil {
		return nil, image.Point{}, fmt.Errorf("encode a photograph: %w", err)
	}
	return out.Bytes(), small.Rect.Size(), nil
}

// decode decodes a file. A panic of a decoder means a damaged picture.
func decode(ctx context.Context, format *format, f *File) (picture image.Image, err error) {
	defer func() {
		if recover() != nil {
			picture, err = nil, ErrDamaged
		}
	}()
	if picture, err = format.decode(bufio.NewReader(untilReader{ctx, f.reader()})); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("decode a photograph: %w", ctx.Err())
		}
		return nil, errors.Join(ErrDamaged, err)
	}
	return picture, nil
}

// untilReader reads until a context ends, so that an abandoned decoding does not delay the next one.
type untilReader struct {
	ctx context.Context
	io.Reader
}

func (r untilReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// fit returns the size of a converted picture: its longer side is at most MaxSide. Small pictures keep their size.
func fit(size image.Point) image.Point {
	longer := max(size.X, size.Y)
	if longer <= MaxSide {
		return size
	}
	return image.Pt(max(1, size.X*MaxSide/longer), max(1, size.Y*MaxSide/longer))
}

// reduce makes a picture smaller, on white: each new pixel is the mean of the old pixels that it covers. It works row
// by row, because the kernels of golang.org/x/image/draw keep 32 bytes for each pixel of a picture that is reduced in
// one direction only, 150 MB for a phone's.
func reduce(from image.Image, size image.Point) *image.RGBA {
	bounds := from.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	to := image.NewRGBA(image.Rectangle{Max: size})
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	spans := cover(w, size.X)
	sums := make([]float32, 3*size.X)
	line := make([]float32, 3*size.X)
	next := 0
	for _, span := range cover(h, size.Y) {
		clear(sums)
		for y := span.from; y < span.to; y++ {
			if y >= next { // line still has a row that two new rows share
				draw.Draw(row, row.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
				draw.Draw(row, row.Rect, from, bounds.Min.Add(image.Pt(0, y)), draw.Over)
				reduceRow(line, row.Pix, spans)
				next = y + 1
			}
			weight := span.weight(y)
			for i, v := range line {
				sums[i] += weight * v
			}
		}
		at := to.PixOffset(0, span.index)
		for x := range size.X {
			for c := range 3 {
				to.Pix[at+4*x+c] = uint8(sums[3*x+c] + 0.5)
			}
			to.Pix[at+4*x+3] = 0xff
		}
	}
	return to
}

func reduceRow(line []float32, pix []uint8, spans []span) {
	for _, s := range spans {
		var r, g, b float32
		for x := s.from; x < s.to; x++ {
			weight := s.weight(x)
			p := pix[4*x : 4*x+3 : 4*x+3]
			r, g, b = r+weight*float32(p[0]), g+weight*float32(p[1]), b+weight*float32(p[2])
		}
		line[3*s.index], line[3*s.index+1], line[3*s.index+2] = r, g, b
	}
}

// span is the range of old pixels that one new pixel covers in one direction, the first and the last in part.
type span struct {
	index, from, to    int
	first, last, inner float32
}

// weight returns the share of an old pixel in the new one.
func (s span) weight(i int) float32 {
	switch i {
	case s.from:
		return s.first
	case s.to - 1:
		return s.last
	}
	return s.inner
}

// cover divides n old pixels among m new ones, m ≤ n.
func cover(n, m int) []span {
	spans := make([]span, m)
	for i := range spans {
		// In units of 1/m of an old pixel, all of these are integers.
		begin, end := i*n, (i+1)*n
		s := span{index: i, from: begin / m, to: (end + m - 1) / m, inner: float32(m) / float32(n)}
		s.first = float32(min(end, (s.from+1)*m)-begin) / float32(n)
		s.last = float32(end-max(begin, (s.to-1)*m)) / float32(n)
		spans[i] = s
	}
	return spans
}
