import type { Point } from "./vector";

/** Writes SVG path data, rounded to a tenth of a unit and as short as possible. */
export class PathWriter {
  /** Numbers of tenths as text: a picture repeats the same few hundred. */
  private readonly written = new Map<number, string>();

  /** A closed path, in steps between rounded points, so that rounding errors do not accumulate. */
  trace(pixels: readonly Point[]): string {
    const { written } = this;
    let d = "";
    let px = 0;
    let py = 0;
    for (let i = 0; i < pixels.length; i++) {
      const p = pixels[i]!;
      const x = Math.round(p[0] * 10);
      const y = Math.round(p[1] * 10);
      const dx = x - px;
      const dy = y - py;
      px = x;
      py = y;
      const across = written.get(dx) ?? this.tenths(dx);
      const down = written.get(dy) ?? this.tenths(dy);
      if (i === 0) d = "M" + across + " " + down;
      else if (dx !== 0 && dy !== 0) d += "l" + across + (dy < 0 ? down : " " + down);
      else if (dx !== 0) d += "h" + across;
      else if (dy !== 0) d += "v" + down;
    }
    return d + "z";
  }

  /** A circle, as two arcs. */
  disc(x: number, y: number, radius: number): string {
    const r = this.short(radius);
    const arc = `a${r} ${r} 0 1 1`;
    const start = `M${this.short(x - radius)} ${this.short(y)}`;
    return `${start}${arc} ${this.short(2 * radius)} 0${arc}${this.short(-2 * radius)} 0z`;
  }

  private short(n: number): string {
    const tenths = Math.round(n * 10);
    return this.written.get(tenths) ?? this.tenths(tenths);
  }

  /** A number of tenths in its shortest form. */
  private tenths(n: number): string {
    let text = String(n / 10);
    if (n > 0 && n < 10) text = text.slice(1);
    else if (n < 0 && n > -10) text = "-" + text.slice(2);
    this.written.set(n, text);
    return text;
  }
}
