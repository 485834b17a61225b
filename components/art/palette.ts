import { SUN } from "./light";
import { dot, type Vec } from "./vector";

/**
 * The colors of the pictures. The first six are the site's (as in tokens.css); the rest are materials that match them:
 * warm, slightly desaturated, never more vivid than the clay.
 */
export const paint = {
  cream: "#FBF6EC",
  sand: "#F1E7D3",
  ink: "#14231C",
  forest: "#1D4B38",
  leaf: "#2F7D5B",
  clay: "#B4481E",

  grass: "#A9BD78",
  earth: "#B79468",
  concrete: "#DDD4C3",
  asphalt: "#7B807A",
  plaster: "#EFE4CF",
  stone: "#CDBFA6",
  brick: "#BC7050",
  shingle: "#8B7361",
  wood: "#C79A63",
  plank: "#DDB884",
  bark: "#7D5B40",
  cardboard: "#CFA46C",
  tape: "#EAD3A6",
  steel: "#B4BDB8",
  iron: "#59635E",
  rubber: "#343B37",
  white: "#F3EFE5",
  glass: "#B5D3CE",
  water: "#8FC3C4",
  foliage: "#6C8F4C",
  hedge: "#5B8350",
  denim: "#4C6783",
  mustard: "#DDA63F",
  rust: "#A65B3A",
  rose: "#C98C7E",
  teal: "#5F9A93",
  plum: "#7B5F73",
  skinLight: "#E3B48D",
  skinDark: "#8C5C3F",
  hair: "#3E2E25",
} as const;

/**
 * Paints of a truck's side: SIGN is the cream of the built-in company's sign, and SIGN_SPOT the spot for the mark of
 * another company. A picture has one of them.
 */
export const [SIGN, SIGN_SPOT] = ["sign", "spot"];

/** A color as #RRGGBB. */
export type Paint = string;

const LIGHT = "#FFF9EA";
const SHADE = "#2A2C26";

/** Mixes two colors; 0 is all a, 1 all b. */
export function mix(a: Paint, b: Paint, share: number): Paint {
  const from = parseInt(a.slice(1), 16);
  const to = parseInt(b.slice(1), 16);
  const red = blend(from >> 16, to >> 16, share);
  const green = blend((from >> 8) & 255, (to >> 8) & 255, share);
  const blue = blend(from & 255, to & 255, share);
  // The leading 1 preserves leading zeros.
  return "#" + (0x1000000 + red * 0x10000 + green * 0x100 + blue).toString(16).slice(1);
}

function blend(a: number, b: number, share: number): number {
  return Math.round(a + (b - a) * share);
}

/**
 * The brightness of a side by its normal: about 0.35 for +x, 0.7 for +y, 0.9 for tops, in steps, so that similar sides
 * share a tone.
 */
export function brightness(normal: Vec): number {
  return Math.round((0.5 + dot(normal, SUN) / 2) * 20) / 20;
}

/**
 * The tone of a paint at a brightness: the paint itself on +y sides, toward warm light above, toward cool shade below.
 */
export function tone(base: Paint, bright: number): Paint {
  const k = bright - 0.7;
  // Dark paints get less light, or they would turn gray.
  const room = parseInt(base.slice(3, 5), 16) < 96 ? 0.6 : 1.15;
  return k >= 0 ? mix(base, LIGHT, Math.min(k * room, 0.3)) : mix(base, SHADE, Math.min(-k * 0.7, 0.4));
}
