/** Command lines: canonicalize(), readCsvRecord(). */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { tree } from "../../commands/tree.ts";
import { readCsvRecord } from "../../lib/cli/csv.ts";
import { takesValue } from "../../lib/cli/follow_path.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import { flagsAt, pathOf, walk } from "../../lib/cli/tree.ts";
import { OsctlError } from "../../lib/errors.ts";
import { checkProperty, resultOf } from "../helpers/check_property.ts";

const RELEASES = ["v1.4", "v1.8"] as const;

/** Commands with their flags. */
const COMMANDS = RELEASES.flatMap((release) =>
  [...walk([tree])].filter((chain) => chain.at(-1)!.kind === "command")
    .map((chain) => ({
      chain,
      release,
      // The parser rejects some letters after `-n`, as a probable mistake.
      flags: flagsAt(chain, release).filter(({ key }) => key !== "nodes"),
    }))
    .filter(({ chain, flags }) => {
      const { chain: found } = canonicalize(tree, pathOf(chain).split(" "), release);
      return flags.length > 0 && found.at(-1) === chain.at(-1);
    })
);

/** The spellings of a flag with a value. */
const SPELLINGS = ["--name value", "--name=value", "-n value", "-nvalue", "-n=value"] as const;

const given = fc.record({
  flag: fc.nat(),
  spelling: fc.constantFrom(...SPELLINGS),
  value: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("-1", "--", "-n", "a=b", "=", "")),
  argument: fc.option(fc.stringMatching(/^[a-z0-9./:]{0,6}$/)),
});

checkProperty(
  "every spelling of flags gives the same flags, values and arguments",
  fc.property(
    fc.constantFrom(...COMMANDS),
    fc.array(given, { maxLength: 6 }),
    fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }),
    (command, items, last) => {
      const words = pathOf(command.chain).split(" ");
      const expected: [name: string, text: string][] = [];
      const args: string[] = [];
      for (const { flag: index, spelling, value, argument } of items) {
        const flag = command.flags[index % command.flags.length]!;
        const { name, flag: { short } } = flag;
        const isShort = spelling.startsWith("-n") && short !== undefined;
        const written = isShort ? `-${short}` : `--${name}`;
        if (!takesValue(flag)) {
          const isSet = spelling.includes("=");
          words.push(isSet ? `${written}=${value}` : written);
          expected.push([name, isSet ? value : "true"]);
        } else {
          const hasSpace = spelling.includes(" ");
          const isJoined = isShort && spelling === "-nvalue" && value !== "" &&
            !value.startsWith("=");
          if (hasSpace) words.push(written, value);
          else words.push(isJoined ? `${written}${value}` : `${written}=${value}`);
          expected.push([name, value]);
        }
        if (argument !== null) words.push(argument), args.push(argument);
      }
      if (last.length > 0) words.push("--", ...last), args.push(...last);
      const line = canonicalize(tree, words, command.release);
      strictEqual(line.error, undefined, words.join(" "));
      strictEqual(line.help, false);
      deepStrictEqual(line.flags.map(({ name, text }) => [name, text]), expected);
      deepStrictEqual(line.args, args);
    },
  ),
);

const NAMES = [...walk([tree])].flatMap((chain) => [
  ...chain.slice(1).map(({ name }) => name),
  ...flagsAt(chain, "v1.8").flatMap(({ name, flag: { short } }) => [`--${name}`, `-${short}`]),
]);
const word = fc.oneof(
  fc.string(),
  fc.constantFrom(...new Set(NAMES), "help", "-h", "--", "-", "--=", "-="),
  fc.stringMatching(/^-{0,3}[a-zA-Z4=]{0,5}$/),
);

checkProperty(
  "any words give a command line or a usage error",
  fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom(...RELEASES), (words, release) => {
    const { chain, error } = canonicalize(tree, words, release);
    strictEqual(chain[0], tree);
    if (error === undefined) return;
    ok(error instanceof OsctlError);
    strictEqual(error.kind, "usage");
    ok(error.message.length > 0);
  }),
);

checkProperty(
  "quoted CSV fields are read back",
  fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (fields) => {
    const text = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(",");
    deepStrictEqual(readCsvRecord(text), fields);
  }),
);

checkProperty(
  "any text is a CSV record or an error",
  fc.property(fc.stringMatching(/^[a",\r\n ]{0,12}$/), (text) => {
    const result = resultOf(() => readCsvRecord(text));
    if ("error" in result) ok(result.error instanceof RangeError, String(result.error));
    else ok(result.value.join("").length <= text.length);
  }),
);
