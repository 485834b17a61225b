package card

import (
	"encoding/binary"
	"errors"
	"math"
)

// The flags of points and of parts of composite glyphs
// (https://learn.microsoft.com/typography/opentype/spec/glyf).
const (
	onCurve      = 0x01
	overlap      = 0x40
	wordArgs     = 0x0001
	haveScale    = 0x0008
	moreParts    = 0x0020
	haveXYScale  = 0x0040
	have2By2     = 0x0080
	haveProgram  = 0x0100
	overlapFlags = 0x0001 // of the transformed table
)

// streams are the parts of a transformed glyf table, each of which holds one kind of thing for all glyphs
// (https://www.w3.org/TR/WOFF2/#glyf_table_format).
type streams struct {
	contours, points, flags, glyphs, parts, boxes, programs reader
	hasBox, overlaps                                        []byte
}

// rebuild makes the tables glyf and loca from the transformed glyf table.
func rebuild(data []byte) (glyf, loca []byte, err error) {
	r := &reader{data: data}
	r.skip(2)
	options, count, long := r.u16(), int(r.u16()), r.u16() != 0
	sizes := [7]int{}
	for i := range sizes {
		sizes[i] = int(r.u32())
	}
	s := &streams{}
	for i, part := range []*reader{&s.contours, &s.points, &s.flags, &s.glyphs, &s.parts, &s.boxes, &s.programs} {
		part.data = r.bytes(sizes[i])
	}
	s.hasBox = s.boxes.bytes((count + 31) / 32 * 4)
	if options&overlapFlags != 0 {
		s.overlaps = r.bytes((count + 7) / 8)
	}
	if r.short || s.boxes.short {
		return nil, nil, errShort
	}
	offset := func() {
		if long {
			loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		} else {
			loca = binary.BigEndian.AppendUint16(loca, uint16(len(glyf)/2))
		}
	}
	for i := range count {
		offset()
		glyph, err := s.next(i)
		if err != nil {
			return nil, nil, err
		}
		glyf = append(glyf, glyph...)
		glyf = append(glyf, make([]byte, -len(glyf)&3)...)
	}
	offset()
	if !long && len(glyf) > 2*math.MaxUint16 {
		return nil, nil, errors.New("it is too large for its short offsets once it is unpacked")
	}
	return glyf, loca, s.check()
}

func (s *streams) check() error {
	for _, part := range []*reader{&s.contours, &s.points, &s.flags, &s.glyphs, &s.parts, &s.boxes, &s.programs} {
		if part.short {
			return errShort
		}
	}
	return nil
}

// next makes the glyph with the index i.
func (s *streams) next(i int) ([]byte, error) {
	contours := s.contours.i16()
	boxed := s.hasBox[i/8]&(0x80>>(i%8)) != 0
	switch {
	case contours == 0:
		return nil, nil
	case contours < 0 && !boxed:
		return nil, errors.New("a composite glyph has no bounding box")
	case contours < 0:
		glyph := binary.BigEndian.AppendUint16(nil, math.MaxUint16)
		return s.composite(append(glyph, s.boxes.bytes(8)...)), s.check()
	}
	return s.simple(i, int(contours), boxed), s.check()
}

// composite copies the parts that a glyph is put together from.
func (s *streams) composite(glyph []byte) []byte {
	var programmed bool
	for more := true; more && !s.parts.short; {
		flags := s.parts.u16()
		size := 4 // the part's index, and its place in two bytes
		if flags&wordArgs != 0 {
			size += 2
		}
		switch {
		case flags&haveScale != 0:
			size += 2
		case flags&haveXYScale != 0:
			size += 4
		case flags&have2By2 != 0:
			size += 8
		}
		glyph = binary.BigEndian.AppendUint16(glyph, flags)
		glyph = append(glyph, s.parts.bytes(size)...)
		programmed = programmed || flags&haveProgram != 0
		more = flags&moreParts != 0
	}
	if programmed {
		glyph = s.program(glyph)
	}
	return glyph
}

// program appends a glyph's hinting instructions.
func (s *streams) program(glyph []byte) []byte {
	size := s.glyphs.short255()
	glyph = binary.BigEndian.AppendUint16(glyph, uint16(size))
	return append(glyph, s.programs.bytes(size)...)
}

// simple makes a glyph of contours. Coordinates are written as words, which need no packing and are never read again.
func (s *streams) simple(i, contours int, boxed bool) []byte {
	var ends []byte
	points := 0
	for range contours {
		points += s.points.short255()
		ends = binary.BigEndian.AppendUint16(ends, uint16(points-1))
	}
	var flags, xs, ys []byte
	var x, y int
	box := [4]int{math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16}
	for p := range points {
		if s.flags.short || s.glyphs.short {
			break
		}
		dx, dy, on := s.point()
		x, y = x+dx, y+dy
		box = [4]int{min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)}
		flag := byte(0)
		if on {
			flag = onCurve
		}
		if p == 0 && s.overlaps != nil && s.overlaps[i/8]&(0x80>>(i%8)) != 0 {
			flag |= overlap
		}
		flags = append(flags, flag)
		xs = binary.BigEndian.AppendUint16(xs, uint16(int16(dx)))
		ys = binary.BigEndian.AppendUint16(ys, uint16(int16(dy)))
	}
	glyph := binary.BigEndian.AppendUint16(nil, uint16(contours))
	if boxed {
		glyph = append(glyph, s.boxes.bytes(8)...)
	} else {
		for _, side := range box {
			glyph = binary.BigEndian.AppendUint16(glyph, uint16(int16(side)))
		}
	}
	glyph = s.program(append(glyph, ends...))
	glyph = append(glyph, flags...)
	glyph = append(glyph, xs...)
	return append(glyph, ys...)
}

// point reads how far the next point is from the last one, and whether it is on the curve. The flag's value says how many
// bytes hold the two distances and where their range begins (https://www.w3.org/TR/WOFF2/#triplet_decoding).
func (s *streams) point() (dx, dy int, on bool) {
	flag := int(s.flags.u8())
	on = flag&0x80 == 0
	flag &= 0x7f
	b := func() int { return int(s.glyphs.u8()) }
	sign := func(bit, n int) int {
		if flag>>bit&1 == 0 {
			return -n
		}
		return n
	}
	switch {
	case flag < 10:
		dy = sign(0, flag>>1<<8+b())
	case flag < 20:
		dx = sign(0, (flag-10)>>1<<8+b())
	case flag < 84:
		range0, both := flag-20, b()
		dx = sign(0, 1+range0&0x30+both>>4)
		dy = sign(1, 1+range0&0x0c<<2+both&0x0f)
	case flag < 120:
		range0 := flag - 84
		dx = sign(0, 1+range0/12<<8+b())
		dy = sign(1, 1+range0%12>>2<<8+b())
	case flag < 124:
		high, middle, low := b(), b(), b()
		dx = sign(0, high<<4+middle>>4)
		dy = sign(1, middle&0x0f<<8+low)
	default:
		high := b()
		dx = sign(0, high<<8+b())
		high = b()
		dy = sign(1, high<<8+b())
	}
	return dx, dy, on
}
