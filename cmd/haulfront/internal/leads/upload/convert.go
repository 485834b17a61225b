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
	"runtime"
	"slices"
	"time"

	"haulfront/cmd/haulfront/internal/base/queue"
)

// decoder is the queue of all photographs: decoding takes up to maxDecoded bytes.
var decoder = queue.New(1, 0, 5*time.Nanosecond)

// Convert sets the JPEG and the Size of the files that Check has accepted. It refuses others: with ErrNoRoom if they
// would probably take until after the deadline of ctx, with ErrDamaged, or with the error of ctx.
func (f *Form) Convert(ctx context.Context) {
	var works []float64
	files := slices.DeleteFunc(slices.Clone(f.Files), func(file *File) bool { return file.format == nil })
	for _, file := range files {
		works = append(works, file.work)
	}
	if len(files) == 0 {
		return
	}
	turns, full := decoder.Join(ctx, f.network, works...)
	defer func() { decoder.Leave(0, turns...) }()
	for i, file := range files {
		var err error
		if full != nil {
			err = fmt.Errorf("%w: %w", ErrNoRoom, full)
		} else {
			err = file.await(ctx, turns[i])
		}
		if err != nil {
			f.refuse(file.Name, err)
		}
	}
}

// await converts a file once it has its turn.
func (f *File) await(ctx context.Context, turn *queue.Turn) error {
	select {
	case <-turn.Begun:
	case <-ctx.Done():
		return fmt.Errorf("wait to decode a photograph: %w", ctx.Err())
	}
	began := time.Now()
	defer func() { decoder.Leave(time.Since(began), turn) }()
	return f.convert(ctx)
}

func (f *File) convert(ctx context.Context) error {
	picture, err := f.decode(ctx)
	if err != nil {
		return err
	}
	small, err := reduce(ctx, picture, fit(picture.Bounds().Size()))
	if err != nil {
		return err
	}
	small = f.orientation.Apply(small)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: quality}); err != nil {
		return fmt.Errorf("encode a photograph: %w", err)
	}
	f.JPEG, f.Size = out.Bytes(), small.Rect.Size()
	return nil
}

// decode decodes the file. A panic of a decoder means a damaged picture.
func (f *File) decode(ctx context.Context) (picture image.Image, err error) {
	defer func() {
		if recover() != nil {
			picture, err = nil, ErrDamaged
		}
	}()
	if f.memory > 32<<20 {
		runtime.GC() // pixels of earlier photographs would remain until the heap has doubled
	}
	if picture, err = f.format.decode(bufio.NewReader(untilReader{ctx, f.reader()})); err != nil {
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
func reduce(ctx context.Context, from image.Image, size image.Point) (*image.RGBA, error) {
	bounds := from.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	to := image.NewRGBA(image.Rectangle{Max: size})
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	spans := cover(w, size.X)
	sums := make([]float32, 3*size.X)
	line := make([]float32, 3*size.X)
	next := 0
	for _, span := range cover(h, size.Y) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("reduce a photograph: %w", err)
		}
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
	return to, nil
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
