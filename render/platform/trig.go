package platform

import "math"

// sin, cos and tan are those of Sun's fdlibm (s_sin.c, s_cos.c, s_tan.c), whose license is that of pow. A chart has
// their digits in its attributes, and Go's differ for a quarter of all angles. The identifiers are the original's.

func sin(x float64) float64 {
	y0, y1, n, ok := remPio2(x)
	if !ok {
		return math.Sin(x)
	}
	return turned(y0, y1, n)
}

func cos(x float64) float64 {
	y0, y1, n, ok := remPio2(x)
	if !ok {
		return math.Cos(x)
	}
	return turned(y0, y1, n+1)
}

// turned returns the sine of y0 + y1 and n right angles.
func turned(y0, y1 float64, n int) float64 {
	r := kernelSin(y0, y1)
	if n&1 != 0 {
		r = kernelCos(y0, y1)
	}
	if n&2 != 0 {
		return -r
	}
	return r
}

// remPio2 returns x without n times half of π, as a sum. It is not ok if x is too large or no number.
func remPio2(x float64) (y0, y1 float64, n int, ok bool) {
	const invpio2 = 6.36619772367581382433e-01
	const pio2x1, pio2x1t = 1.57079632673412561417e+00, 6.07710050650619224932e-11
	const pio2x2, pio2x2t = 6.07710050630396597660e-11, 2.02226624879595063154e-21
	const pio2x3, pio2x3t = 2.02226624871116645580e-21, 8.47842766036889956997e-32
	ax := math.Abs(x)
	switch {
	case ax <= math.Pi/4:
		return x, 0, 0, true
	case !(ax < 1<<19*math.Pi/2):
		return 0, 0, 0, false
	}
	n = int(ax*invpio2 + 0.5)
	fn := float64(n)
	r, w := ax-fn*pio2x1, fn*pio2x1t
	y0 = r - w
	_, whole := math.Frexp(ax)
	for i, part := range [][2]float64{{pio2x2, pio2x2t}, {pio2x3, pio2x3t}} {
		if _, left := math.Frexp(y0); whole-left <= []int{16, 49}[i] {
			break
		}
		t := r
		w = fn * part[0]
		r = t - w
		w = fn*part[1] - ((t - r) - w)
		y0 = r - w
	}
	y1 = (r - y0) - w
	if x < 0 {
		return -y0, -y1, -n, true
	}
	return y0, y1, n, true
}

func kernelSin(x, y float64) float64 {
	const s1, s2, s3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
	const s4, s5, s6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	z := x * x
	v := z * x
	r := s2 + z*(s3+z*(s4+z*(s5+z*s6)))
	if y == 0 {
		return x + v*(s1+z*r)
	}
	return x - ((z*(0.5*y-v*r) - y) - v*s1)
}

func kernelCos(x, y float64) float64 {
	const c1, c2, c3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
	const c4, c5, c6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11
	z := x * x
	r := z * (c1 + z*(c2+z*(c3+z*(c4+z*(c5+z*c6)))))
	ix := highWord(math.Abs(x))
	qx := 0.28125
	switch {
	case ix < 0x3fd33333:
		return 1 - (0.5*z - (z*r - x*y))
	case ix <= 0x3fe90000:
		qx = math.Float64frombits(uint64(ix-0x00200000) << 32)
	}
	return (1 - qx) - ((0.5*z - qx) - (z*r - x*y))
}

func tan(x float64) float64 {
	y0, y1, n, ok := remPio2(x)
	if !ok {
		return math.Tan(x)
	}
	return kernelTan(y0, y1, n&1 != 0)
}

// kernelTan returns the tangent of x + y, or if it is turned, of x + y and a right angle.
func kernelTan(x, y float64, turned bool) float64 {
	const t0, t1, t2 = 3.33333333333334091986e-01, 1.33333333333201242699e-01, 5.39682539762260521377e-02
	const t3, t4, t5 = 2.18694882948595424599e-02, 8.86323982359930005737e-03, 3.59207910759131235356e-03
	const t6, t7, t8 = 1.45620945432529025516e-03, 5.88041240820264096874e-04, 2.46463134818469906812e-04
	const t9, t10, t11 = 7.81794442939557092300e-05, 7.14072491382608190305e-05, -1.85586374855275456654e-05
	const t12, pio4, pio4lo = 2.59073051863633712884e-05, 7.85398163397448278999e-01, 3.06161699786838301793e-17
	if math.Abs(x) < 0x1p-28 && !turned {
		return x
	}
	sign, large := math.Copysign(1, x), highWord(math.Abs(x)) >= 0x3fe59428
	if large {
		x, y = (pio4-sign*x)+(pio4lo-sign*y), 0
	}
	z := x * x
	w := z * z
	r := t1 + w*(t3+w*(t5+w*(t7+w*(t9+w*t11))))
	v := z * (t2 + w*(t4+w*(t6+w*(t8+w*(t10+w*t12)))))
	s := z * x
	r = y + z*(s*(r+v)+y)
	r += t0 * s
	w = x + r
	switch {
	case large:
		v = 1
		if turned {
			v = -1
		}
		return sign * (v - 2*(x-(w*w/(w+v)-r)))
	case !turned:
		return w
	}
	z = high(w)
	v = r - (z - x)
	a := -1 / w
	t := high(a)
	s = 1 + t*z
	return t + a*(s+t*v)
}
