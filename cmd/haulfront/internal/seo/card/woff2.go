package card

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// errShort is a font that ends too early.
var errShort = errors.New("it ends too early")

// knownTags are the tables that a WOFF2 file names by number (https://www.w3.org/TR/WOFF2/#table_dir_format).
const knownTags = "cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtx" +
	"BASEGDEFGPOSGSUBEBSCJSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmort" +
	"morxopbdproptrakZapfSilfGlatGlocFeatSill"

// table is one table of a font.
type table struct {
	tag         string
	transformed bool
	size        uint32 // in the compressed stream
	data        []byte
}

// openFont turns a WOFF2 file, as browsers take it, into the TrueType file that it was made from: the same tables, in the
// same order. Collections and fonts whose hmtx table is transformed are refused.
func openFont(woff2 []byte) ([]byte, error) {
	r := &reader{data: woff2}
	signature, flavor := r.u32(), r.u32()
	r.skip(4)
	count := int(r.u16())
	r.skip(6)
	compressed := r.u32()
	r.skip(24)
	tables := make([]table, 0, count)
	for range count {
		tables = append(tables, r.entry())
	}
	body := r.bytes(int(compressed))
	switch {
	case r.short:
		return nil, errShort
	case signature != 0x774F4632 || flavor == 0x74746366: // "wOF2", "ttcf"
		return nil, errors.New("it is not a WOFF2 file with one font")
	}
	plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(body)))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	stream := &reader{data: plain}
	var outlines, offsets *table
	for i := range tables {
		t := &tables[i]
		t.data = stream.bytes(int(t.size))
		switch {
		case t.tag == "glyf":
			outlines = t
		case t.tag == "loca":
			offsets = t
		case t.transformed:
			return nil, fmt.Errorf("its table %s is transformed", t.tag)
		}
	}
	if stream.short {
		return nil, errShort
	}
	if outlines != nil && outlines.transformed {
		if offsets == nil {
			return nil, errors.New("it has no table loca")
		}
		if outlines.data, offsets.data, err = rebuild(outlines.data); err != nil {
			return nil, fmt.Errorf("table glyf: %w", err)
		}
	}
	return assemble(flavor, tables), nil
}

// entry reads one line of the table directory.
func (r *reader) entry() table {
	flags := r.u8()
	t := table{}
	if known := int(flags & 0x3f); known < len(knownTags)/4 {
		t.tag = knownTags[4*known : 4*known+4]
	} else {
		t.tag = string(r.bytes(4))
	}
	t.size = r.base128()
	// Version 0 of these two is the transformed one, and 3 the plain one; of all others 0 is plain.
	version := flags >> 6
	if t.tag == "glyf" || t.tag == "loca" {
		t.transformed = version != 3
	} else {
		t.transformed = version != 0
	}
	if t.transformed {
		t.size = r.base128()
	}
	return t
}

// assemble writes a TrueType file. Checksums stay zero: nothing reads them here.
func assemble(flavor uint32, tables []table) []byte {
	var head, body []byte
	head = binary.BigEndian.AppendUint32(head, flavor)
	head = binary.BigEndian.AppendUint16(head, uint16(len(tables)))
	head = append(head, make([]byte, 6)...) // what binary searches start with
	start := 12 + 16*len(tables)
	for _, t := range tables {
		head = append(head, t.tag...)
		head = binary.BigEndian.AppendUint32(head, 0)
		head = binary.BigEndian.AppendUint32(head, uint32(start+len(body)))
		head = binary.BigEndian.AppendUint32(head, uint32(len(t.data)))
		body = append(body, t.data...)
		body = append(body, make([]byte, -len(t.data)&3)...)
	}
	return append(head, body...)
}

// reader reads big-endian numbers. Past the end it gives zeroes and notes that it was short.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.short = true
		r.data = nil
		return make([]byte, min(max(n, 0), 16))
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) skip(n int)  { r.bytes(n) }
func (r *reader) u8() byte    { return r.bytes(1)[0] }
func (r *reader) u16() uint16 { return binary.BigEndian.Uint16(r.bytes(2)) }
func (r *reader) i16() int16  { return int16(r.u16()) }
func (r *reader) u32() uint32 { return binary.BigEndian.Uint32(r.bytes(4)) }

// base128 reads a number of up to five bytes, seven bits in each.
func (r *reader) base128() (n uint32) {
	for range 5 {
		b := r.u8()
		n = n<<7 | uint32(b&0x7f)
		if b&0x80 == 0 {
			break
		}
	}
	return n
}

// short255 reads the number format that the glyf transform counts points in.
func (r *reader) short255() int {
	switch code := r.u8(); code {
	case 253:
		return int(r.u16())
	case 254:
		return int(r.u8()) + 506
	case 255:
		return int(r.u8()) + 253
	default:
		return int(code)
	}
}
