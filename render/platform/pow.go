package platform

import "math"

// pow is that of Sun's fdlibm (e_pow.c), as in browsers: they differ from each other in the last bit only. The
// identifiers are the original's.
//
// Copyright (C) 2004 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute
// this software is freely granted, provided that this notice is preserved.
func pow(x, y float64) float64 {
	switch {
	case y == 0:
		return 1
	case math.IsNaN(y) || math.Abs(x) == 1 && math.IsInf(y, 0):
		return math.NaN()
	case x == 0 || math.IsNaN(x) || math.IsInf(x, 0) || math.IsInf(y, 0) || x < 0 && y != math.Trunc(y):
		return math.Pow(x, y)
	case y == 1:
		return x
	case y == 2:
		return x * x
	case y == -1:
		return 1 / x
	case y == 0.5:
		return math.Sqrt(x)
	}
	s := 1.0
	if x < 0 && math.Mod(y, 2) != 0 {
		s = -1
	}
	ax := math.Abs(x)
	t1, t2 := log2(ax)
	if math.Abs(y) > 1<<31 {
		if ix := highWord(ax); ix != 0x3fefffff && ix != 0x3ff00000 || math.Abs(y) > 0x1p64 {
			return math.Pow(x, y) // overflows or underflows
		}
		const ivln2, ivln2h, ivln2l = 1.44269504088896338700, 1.44269502162933349609, 1.92596299112661746887e-08
		t := ax - 1
		w := (t * t) * (0.5 - t*(0.3333333333333333333333-t*0.25))
		u, v := ivln2h*t, t*ivln2l-w*ivln2
		t1 = high(u + v)
		t2 = v - (t1 - u)
	}
	y1 := high(y)
	return s * exp2(y1*t1, (y-y1)*t1+y*t2)
}

func highWord(x float64) int32 { return int32(math.Float64bits(x) >> 32) }

// high returns x without the lower half of its bits.
func high(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1)) }

// log2 returns the logarithm of ax, which is positive, as a sum.
func log2(ax float64) (t1, t2 float64) {
	const l1, l2, l3 = 5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01
	const l4, l5, l6 = 2.72728123808534006489e-01, 2.30660745775561754067e-01, 2.06975017800338417784e-01
	const cp, cph, cpl = 9.61796693925975554329e-01, 9.61796700954437255859e-01, -7.02846165095275826516e-09
	frac, n := math.Frexp(ax)
	ax, n = 2*frac, n-1
	bp, dph, dpl, k := 1.0, 0.0, 0.0, int32(0)
	switch j := highWord(ax) & 0xfffff; {
	case j >= 0xbb67a: // ax is at least sqrt(3)
		ax, n = frac, n+1
	case j > 0x3988e: // sqrt(3/2)
		bp, dph, dpl, k = 1.5, 5.84962487220764160156e-01, 1.35003920212974897128e-08, 1
	}
	u, v := ax-bp, 1/(ax+bp)
	ss := u * v
	sh := high(ss)
	th := math.Float64frombits(uint64((highWord(ax)>>1|0x20000000)+0x00080000+k<<18) << 32)
	tl := ax - (th - bp)
	sl := v * ((u - sh*th) - sh*tl)
	s2 := ss * ss
	r := s2 * s2 * (l1 + s2*(l2+s2*(l3+s2*(l4+s2*(l5+s2*l6)))))
	r += sl * (sh + ss)
	s2 = sh * sh
	th = high(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u, v = sh*th, sl*th+tl*ss
	ph := high(u + v)
	pl := v - (ph - u)
	zh, zl := cph*ph, cpl*ph+pl*cp+dpl
	t := float64(n)
	t1 = high(((zh + zl) + dph) + t)
	return t1, zl - (((t1 - t) - dph) - zh)
}

// exp2 returns 2 to the power of ph + pl.
func exp2(ph, pl float64) float64 {
	const lg2, lg2h, lg2l = 6.93147180559945286227e-01, 6.93147182464599609375e-01, -1.90465429995776804525e-09
	const p1, p2, p3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
	const p4, p5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
	z := pl + ph
	switch {
	case z > 1024 || z == 1024 && pl+8.0085662595372944372e-17 > z-ph:
		return math.Inf(1)
	case z < -1075 || z == -1075 && pl <= z-ph:
		return 0
	}
	n := 0
	if highWord(math.Abs(z)) > 0x3fe00000 {
		t := math.Round(z)
		n = int(t)
		ph -= t
	}
	t := high(pl + ph)
	u, v := t*lg2h, (pl-(t-ph))*lg2+t*lg2l
	z = u + v
	w := v - (z - u)
	t = z * z
	t1 := z - t*(p1+t*(p2+t*(p3+t*(p4+t*p5))))
	r := (z*t1)/(t1-2) - (w + z*w)
	return math.Ldexp(1-(r-z), n)
}
