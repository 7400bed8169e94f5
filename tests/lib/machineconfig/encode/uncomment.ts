/** Uncomments the examples of a configuration, one at a time. */

/** A configuration with one of its examples uncommented. */
export interface Uncommented {
  /** The comment before the change. */
  readonly comment: string;
  readonly text: string;
}

const COMMENT = /^ *#/;
const IN_PLACE = /^ *# # For example, in place of an empty one:$/;

/** Yields the text with each of its examples uncommented. */
export function* uncommentEach(text: string): Generator<Uncommented> {
  const lines = text.split("\n");
  for (let start = 0; start < lines.length; start++) {
    if (!COMMENT.test(lines[start]!)) continue;
    let end = start;
    while (COMMENT.test(lines[end]!)) end++;
    // A blank line or the end follows an example, a field follows its description.
    if (lines[end] === "") {
      const example = lines.slice(start, end);
      // An example in place of an empty value replaces the line above.
      const before = lines.slice(0, IN_PLACE.test(example[0]!) ? start - 1 : start);
      const uncommented = example.map((line) => line.replace(/^( *)# ?/, "$1"));
      yield {
        comment: example.join("\n"),
        text: [...before, ...uncommented, ...lines.slice(end)].join("\n"),
      };
    }
    start = end;
  }
}
