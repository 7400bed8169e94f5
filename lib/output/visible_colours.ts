/**
 * Colours of nodes' text that leave it visible on a terminal, whatever its background: the text may
 * be an attacker's, and hide a line of a log.
 *
 * @module
 */

/**
 * Parameters of SGR (ECMA-48, 8.3.117) that pass: reset, weights, underlines, reverse, and the colours
 * of the palette that themes tell from their backgrounds. Black and white, all backgrounds, concealed
 * text and alternative fonts do not.
 */
const VISIBLE: ReadonlySet<number> = new Set([
  ...[0, 1, 2, 3, 4, 7, 9, 21, 22, 23, 24, 27, 29, 39],
  ...[31, 32, 33, 34, 35, 36],
  ...[90, 91, 92, 93, 94, 95, 96],
]);
const FOREGROUND = 38;
/** Parameters with a colour: of the text, of its background, of its underline. */
const COLOURS: ReadonlySet<number> = new Set([FOREGROUND, 48, 58]);
/** Parameters of a colour by its notation: a number of a palette, or red, green and blue. */
const NOTATIONS: Readonly<Record<string, number>> = { "5": 1, "2": 3 };

/** Relative luminance (WCAG 2) of the darkest and the brightest colour that pass. */
const DARKEST = 0.03;
const BRIGHTEST = 0.83;

/** Returns the parameters of an SGR sequence that leave text visible. */
export function visibleParameters(parameters: readonly string[]): string[] {
  const visible: string[] = [];
  for (let at = 0; at < parameters.length; at++) {
    const parameter = parameters[at]!;
    const [number = 0, ...parts] = parameter.split(":").map(Number);
    if (!COLOURS.has(number)) {
      if (VISIBLE.has(number)) visible.push(parameter);
    } else if (parts.length > 0) {
      // With colons, red, green and blue may follow the number of a colour space.
      const values = parts[0] === 2 ? parts.slice(-3) : parts.slice(1);
      if (number === FOREGROUND && isVisible(values)) visible.push(parameter);
    } else {
      const length = NOTATIONS[parameters[at + 1] ?? ""];
      // Terminals differ in what they make of incomplete colours.
      if (length === undefined) continue;
      const values = parameters.slice(at + 2, at + 2 + length);
      const isComplete = values.length === length;
      if (number === FOREGROUND && isComplete && isVisible(values.map(Number))) {
        visible.push(...parameters.slice(at, at + 2), ...values);
      }
      at += 1 + length;
    }
  }
  return visible;
}

/** Returns whether a colour, a number of the palette or red, green and blue, is visible. */
function isVisible(values: readonly number[]): boolean {
  if (values.some((value) => !Number.isInteger(value) || value < 0 || value > 255)) return false;
  const [index = 0] = values;
  if (values.length === 1 && index < 16) return VISIBLE.has(index < 8 ? 30 + index : 82 + index);
  const colour = values.length === 1 ? paletteColour(index) : values;
  if (colour.length !== 3) return false;
  const luminance = luminanceOf(colour);
  return luminance >= DARKEST && luminance <= BRIGHTEST;
}

/** Returns red, green and blue of a number from 16 of the palette of xterm. */
function paletteColour(index: number): readonly number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + 10 * (index - 232));
  const cube = index - 16;
  const levels = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return levels.map((level) => level === 0 ? 0 : 55 + 40 * level);
}

function luminanceOf(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
