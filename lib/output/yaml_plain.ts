/**
 * Which unquoted texts are more than texts to a reader of YAML: Go's `gopkg.in/yaml.v3`, and
 * readers of YAML 1.1, for which Go's encoder quotes some more.
 *
 * @module
 */

const WORDS = new Set(
  `~ null Null NULL true True TRUE false False FALSE
  .nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF
  y Y yes Yes YES on On ON n N no No NO off Off OFF`.split(/\s+/),
);

/** No word is longer. */
const LONGEST_WORD = 5;

const WHOLE = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9]\d*)$/;
const DECIMAL = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** A number of base 60. */
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;

const TIME =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Whether an unquoted text would be read as something else. */
export function needsQuotes(text: string): boolean {
  if (text === "") return true;
  if (text.length <= LONGEST_WORD && WORDS.has(text)) return true;
  const first = text.charCodeAt(0);
  // Numbers and times start with a digit, a sign or a point, which no text in between does.
  if (first < 0x2b || first > 0x39) return false;
  return isNumber(text) || SEXAGESIMAL.test(text) || isTime(text);
}

function isNumber(text: string): boolean {
  // After a leading point, Go allows underscores between digits only.
  const plain = text.replaceAll(text[0] === "." ? /(?<=\d)_(?=\d)/g : "_", "");
  const match = WHOLE.exec(plain);
  if (match) {
    const digits = match[2]!;
    const magnitude = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits.toLowerCase());
    if (match[1] === "-" ? magnitude <= 2n ** 63n : magnitude < 2n ** 64n) return true;
  }
  // Beyond the range of numbers it is a text.
  return DECIMAL.test(plain) && Number.isFinite(Number(plain));
}

/** A date, or a date and a clock; with a space between them there is no zone. */
function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [, year, month, day, separator, hour, minute, second, zone] = match;
  if (separator !== undefined && (zone === undefined) !== (separator === " ")) return false;
  const [m, d] = [Number(month), Number(day)];
  // The calendar repeats every 400 years.
  const last = new Date(Date.UTC(2000 + Number(year) % 400, m, 0)).getUTCDate();
  return m >= 1 && m <= 12 && d >= 1 && d <= last && Number(hour ?? 0) < 24 &&
    Number(minute ?? 0) < 60 && Number(second ?? 0) < 60 &&
    (zone === undefined || /^(?:Z|[+-](?:[01]\d|2[0-4]):[0-5]\d)$/.test(zone));
}
