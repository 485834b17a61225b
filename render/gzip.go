package render

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// compressedPages is a page's frozen HTML, compressed in pieces between the islands that are not in their default state, for
// each set of such islands. A set is a bit mask of the slots.
type compressedPages struct {
	mu     sync.Mutex
	pieces map[uint64][][]byte
}

// Gzip returns the bytes of [State.HTML] as gzip (RFC 1952). The frozen parts of a page are compressed once, at
// the best level, and kept; the islands in a state of their own are compressed each time, at the fastest.
func (s *State) Gzip(ctx context.Context) ([]byte, error) {
	t, islands, err := s.render(ctx)
	if err != nil {
		return nil, err
	}
	pieces, isFresh := t.fill(islands)
	var set uint64
	for i := range islands {
		set |= 1 << i
	}
	frozen, fresh := groups(pieces, isFresh)
	var compressed [][]byte
	if s.page.engine.noMemo || len(t.slots) > 64 {
		compressed = deflateAll(frozen)
	} else {
		compressed = s.page.compressed.get(set, frozen)
	}
	size := 0
	for _, piece := range compressed {
		size += len(piece)
	}
	for _, piece := range fresh {
		size += len(piece)/2 + 64
	}
	return gzipStream(size, pieces, func(out *bytes.Buffer, w *flate.Writer) {
		for i, piece := range compressed {
			out.Write(piece)
			if i < len(fresh) {
				deflate(w, out, fresh[i])
			}
		}
	}), nil
}

// RenderGzip returns the bytes of [Engine.Render] as gzip (RFC 1952), compressed at the fastest level.
func (e *Engine) RenderGzip(ctx context.Context, name string, props any) ([]byte, error) {
	t, err := e.forRequest(ctx, name, props)
	if err != nil {
		return nil, err
	}
	pieces, _ := t.fill(nil)
	size := 0
	for _, piece := range pieces {
		size += len(piece)
	}
	return gzipStream(size/4, pieces, func(out *bytes.Buffer, w *flate.Writer) { deflate(w, out, pieces...) }), nil
}

// gzipStream returns pieces as gzip, in some size bytes. write writes their blocks, without the last one.
func gzipStream(size int, pieces [][]byte, write func(*bytes.Buffer, *flate.Writer)) []byte {
	out := bytes.NewBuffer(make([]byte, 0, size))
	out.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}) // RFC 1952, section 2.3: deflate, no name, no time, no system
	w := fastest.Get().(*flate.Writer)
	write(out, w)
	fastest.Put(w)
	out.Write([]byte{1, 0, 0, 0xff, 0xff}) // an empty last block
	var sum, length uint32
	for _, piece := range pieces {
		sum = crc32.Update(sum, crc32.IEEETable, piece)
		length += uint32(len(piece))
	}
	end := binary.LittleEndian.AppendUint32(nil, sum)
	out.Write(binary.LittleEndian.AppendUint32(end, length))
	return out.Bytes()
}

// groups joins what is frozen between the fresh pieces.
func groups(pieces [][]byte, isFresh []bool) (frozen [][][]byte, fresh [][]byte) {
	group := [][]byte{}
	for i, piece := range pieces {
		if isFresh[i] {
			frozen, fresh = append(frozen, group), append(fresh, piece)
			group = nil
			continue
		}
		group = append(group, piece)
	}
	return append(frozen, group), fresh
}

func (p *compressedPages) get(set uint64, frozen [][][]byte) [][]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found := p.pieces[set]; found != nil {
		return found
	}
	if p.pieces == nil {
		p.pieces = map[uint64][][]byte{}
	}
	p.pieces[set] = deflateAll(frozen)
	return p.pieces[set]
}

func deflateAll(frozen [][][]byte) (compressed [][]byte) {
	w, _ := flate.NewWriter(nil, flate.BestCompression) // never fails for this level
	for _, group := range frozen {
		var out bytes.Buffer
		deflate(w, &out, group...)
		compressed = append(compressed, bytes.Clone(out.Bytes()))
	}
	return compressed
}

// fastest is a pool of compressors, which are large and cheap to reset.
var fastest = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed)
	return w
}}

// deflate writes pieces that end on a byte boundary and refer to nothing before them, so that any sequence of them is a valid
// stream (RFC 1951, section 3.2.4, on empty stored blocks).
func deflate(w *flate.Writer, out *bytes.Buffer, pieces ...[]byte) {
	w.Reset(out)
	for _, piece := range pieces {
		_, _ = w.Write(piece) // a bytes.Buffer takes everything
	}
	_ = w.Flush()
}
