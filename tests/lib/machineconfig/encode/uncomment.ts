/** Takes the commented examples of a configuration back into it, one at a time. */

/** A configuration with one of its examples uncommented. */
export interface Uncommented {
  /** The comment as it stood there. */
  readonly comment: string;
  readonly text: string;
}

const COMMENT = /^ *#/;
const IN_PLACE = /^ *# # For example, in place of an empty one:$/;

/** Every configuration that results when somebody uncomments one example of a text. */
export function* uncommentEach(text: string): Generator<Uncommented> {
  const lines = text.split("\n");
  for (let start = 0; start < lines.length; start++) {
    if (!COMMENT.test(lines[start]!)) continue;
    let end = start;
    while (COMMENT.test(lines[end]!)) end++;
    // A comment above a field says what it is; an example has a blank line, or nothing, after it.
    if (lines[end] === "") {
      const example = lines.slice(start, end);
      // Such an example says that it replaces the line above.
      const before = lines.slice(0, IN_PLACE.test(example[0]!) ? start - 1 : start);
      const taken = example.map((line) => line.replace(/^( *)# ?/, "$1"));
      yield {
        comment: example.join("\n"),
        text: [...before, ...taken, ...lines.slice(end)].join("\n"),
      };
    }
    start = end;
  }
}
