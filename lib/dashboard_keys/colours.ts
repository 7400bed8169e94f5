/**
 * Colours of the dashboard: the styles that preferences replace.
 *
 * @module
 */
import type { Palette, Style } from "../output/screen/frame.ts";

/** Styles by what they are used for. */
export const COLOUR_ROLES: Readonly<Record<string, Style>> = {
  title: "1;33",
  selected: "7",
  error: "31",
  warning: "33",
  good: "32",
  accent: "36",
  faint: "2",
  match: "30;43",
};

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const ATTRIBUTES: Readonly<Record<string, number>> = {
  bold: 1,
  faint: 2,
  italic: 3,
  underline: 4,
  inverse: 7,
};
const FOREGROUND = 30;
const BACKGROUND = 40;
/** Added for bright colours. */
const BRIGHT = 60;
/** Number of colours in the extended palette. */
const EXTENDED = 256;

/** Returns the style of words, such as `bold bright-red on-24`; undefined for an unknown word. */
export function parseStyle(text: string): Style | undefined {
  const codes = text.trim().toLowerCase().split(/\s+/).map(toCode);
  return codes.includes(undefined) ? undefined : codes.join(";") as Style;
}

function toCode(word: string): string | undefined {
  const attribute = ATTRIBUTES[word];
  if (attribute !== undefined) return String(attribute);
  const [, on, bright, name = ""] = /^(on-)?(bright-)?(\w+)$/.exec(word) ?? [];
  const base = on === undefined ? FOREGROUND : BACKGROUND;
  if (bright === undefined && /^\d{1,3}$/.test(name) && Number(name) < EXTENDED) {
    return `${base + 8};5;${Number(name)}`;
  }
  const index = COLOURS.indexOf(name);
  if (index < 0) return undefined;
  return String(base + index + (bright === undefined ? 0 : BRIGHT));
}

/** Hint with the words that {@linkcode parseStyle} accepts. */
export const STYLE_HINT = `use words such as bold, underline, ${COLOURS.join(", ")}, ` +
  "bright-red, on-blue, or a number to 255";

/** Returns the palette of changed roles. */
export function toPalette(changes: ReadonlyMap<string, Style>): Palette {
  return new Map([...changes].map(([role, style]) => [COLOUR_ROLES[role]!, style]));
}
