/**
 * Parses terminal input into keys.
 *
 * @module
 */

/** Key names by the escape sequence without ESC. */
const SEQUENCES: Readonly<Record<string, string>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "OA": "up",
  "OB": "down",
  "OC": "right",
  "OD": "left",
  "[H": "home",
  "[F": "end",
  "OH": "home",
  "OF": "end",
  "[1~": "home",
  "[4~": "end",
  "[5~": "page-up",
  "[6~": "page-down",
  "[3~": "delete",
  "OP": "f1",
  "OQ": "f2",
  "[11~": "f1",
  "[12~": "f2",
  "[[A": "f1",
  "[[B": "f2",
  "[Z": "shift-tab",
};

/** Names of the buttons in mouse reports (SGR mode, xterm's 1006) that are keys. */
const WHEEL: Readonly<Record<string, string>> = { "64": "wheel-up", "65": "wheel-down" };

/** A mouse report: button, column, row. */
const MOUSE = /^\[<(\d+);\d+;\d+M$/;

const CONTROLS: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\x7f": "backspace",
  "\x08": "backspace",
};

/** A complete CSI or SS3 sequence. */
// deno-lint-ignore no-control-regex -- sequences start with ESC
const SEQUENCE = /^\x1b(\[\[[A-E]|\[[0-?]*[ -/]*[@-Z\\-~]|O[@-~])/;
/** An incomplete CSI or SS3 sequence. */
// deno-lint-ignore no-control-regex
const PARTIAL_SEQUENCE = /^\x1b(\[\[?|\[[0-?]*[ -/]*|O)$/;
/** A control string (OSC, DCS, APC, PM, SOS), such as a response of the terminal. */
// deno-lint-ignore no-control-regex
const CONTROL_STRING = /^\x1b[\]P_^X][^\x07\x1b]*(\x07|\x1b\\)/;

/** Start of a key that is a pasted text (bracketed paste, xterm's mode 2004). */
export const PASTE = "paste:";
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** More of a pasted text is dropped, characters. */
const MAX_PASTE = 4096;

/** Splits input into keys. A sequence or a character may span chunks. */
export class KeySplitter {
  readonly #decoder = new TextDecoder();
  #pending = "";
  #isPasted = false;

  /**
   * Returns the keys of a chunk: characters, or names such as `ctrl-c`, `enter`, `up`, `page-down`.
   * An ESC at the end of a chunk is the key `escape`; unknown sequences are ignored. A pasted text is
   * one key that starts with {@linkcode PASTE}.
   */
  push(chunk: Uint8Array): string[] {
    let text = this.#pending + this.#decoder.decode(chunk, { stream: true });
    this.#pending = "";
    const keys: string[] = [];
    while (text !== "") {
      if (text.startsWith(PASTE_START)) {
        this.#isPasted = true;
        text = text.slice(PASTE_START.length);
      }
      if (this.#isPasted) {
        const end = text.indexOf(PASTE_END);
        // Typed alone: the terminal did not send the end.
        if (end < 0 && text.endsWith(INTERRUPT) && chunk.length === 1) {
          this.#isPasted = false;
          return ["ctrl-c"];
        }
        if (end < 0) {
          this.#pending = text.slice(0, MAX_PASTE) + text.slice(MAX_PASTE).slice(-PASTE_END.length);
          break;
        }
        this.#isPasted = false;
        keys.push(PASTE + text.slice(0, Math.min(end, MAX_PASTE)));
        text = text.slice(end + PASTE_END.length);
        continue;
      }
      const control = CONTROL_STRING.exec(text);
      if (control) {
        text = text.slice(control[0].length);
        continue;
      }
      const sequence = SEQUENCE.exec(text);
      if (sequence) {
        const name = SEQUENCES[sequence[1]!] ?? WHEEL[MOUSE.exec(sequence[1]!)?.[1] ?? ""];
        if (name !== undefined) keys.push(name);
        text = text.slice(sequence[0].length);
      } else if (PARTIAL_SEQUENCE.test(text)) {
        this.#pending = text;
        break;
      } else {
        const char = String.fromCodePoint(text.codePointAt(0)!);
        keys.push(keyName(char));
        text = text.slice(char.length);
      }
    }
    return keys;
  }
}

const INTERRUPT = "\x03";

function keyName(char: string): string {
  if (char === "\x1b") return "escape";
  const named = CONTROLS[char];
  if (named !== undefined) return named;
  const code = char.codePointAt(0)!;
  return code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : char;
}
