package upload

import (
	"bufio"
	"encoding/binary"
	"errors"
	"image/color"
	"io"
)

// Markers of a JPEG (ITU-T T.81, table B.1).
const (
	sof0, sof2 = 0xc0, 0xc2 // the frames that Go's decoder knows; sof2 is progressive
	rst0, rst7 = 0xd0, 0xd7
	eoi        = 0xd9
	sos        = 0xda
	app14      = 0xee
)

// jpegCost returns the cost of Go's decoder. It finds markers as the decoder does, up to the end of the image: a video
// follows that of a phone's motion photo. A camera's progressive JPEG has some ten scans; in a malicious file, a scan
// takes a few bytes.
func jpegCost(f *File, _ []byte, _ color.Model) (c cost, err error) {
	r := bufio.NewReaderSize(f.reader(), 1<<16) // more than the longest segment
	_, _ = r.Discard(2)                         // a file that is this short has no frame
	converted := 0.0
	for last := byte(0); ; {
		marker, err := r.ReadByte()
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return c, err
		case err != nil || last == 0xff && marker == eoi:
			if c.memory == 0 {
				return c, ErrDamaged
			}
			c.memory += converted
			return c, nil
		case last != 0xff || marker == 0 || marker == 0xff || marker >= rst0 && marker <= rst7:
			last = marker
			continue
		}
		last = 0
		segment, err := r.Peek(2)
		if err == nil {
			segment, err = r.Peek(max(2, int(binary.BigEndian.Uint16(segment))))
		}
		switch {
		case err != nil: // the end of the file, or an error that follows
		case marker == sos:
			c.scans++
		case marker >= sof0 && marker <= sof2:
			var other float64
			c.memory, other = frameCost(segment, marker == sof2)
			converted = max(converted, other)
		case marker == app14:
			converted = max(converted, adobeCost(segment))
		}
		_, _ = r.Discard(len(segment)) // as peeked
	}
}

// convertedCost is the cost in bytes per pixel of converting colors that are not YCbCr.
const convertedCost = 4

// frameCost returns the bytes per pixel that a frame header takes (ITU-T T.81, B.2.2), 0 if it is damaged, and those of
// converting its colors: a sample takes a byte, and in a progressive JPEG four more for its coefficient.
func frameCost(segment []byte, progressive bool) (samples, converted float64) {
	const header, perComponent = 8, 3
	if len(segment) < header || len(segment) < header+perComponent*int(segment[header-1]) {
		return 0, 0
	}
	var sum, most float64
	names := ""
	components := int(segment[header-1])
	for i := range components {
		component := segment[header+perComponent*i:]
		n := float64(component[1]>>4) * float64(component[1]&15)
		sum, most, names = sum+n, max(most, n), names+string(component[0])
	}
	if most == 0 {
		return 0, 0
	}
	samples = sum / most
	if progressive {
		samples *= 5
	}
	if components == 4 || names == "RGB" {
		converted = convertedCost
	}
	return samples, converted
}

// adobeCost returns the bytes per pixel of converting the colors of a JPEG with an Adobe segment: none only for the
// transform 1.
func adobeCost(segment []byte) float64 {
	const transform = 13
	if len(segment) > transform && string(segment[2:7]) == "Adobe" && segment[transform] != 1 {
		return convertedCost
	}
	return 0
}
