import assert from "node:assert/strict";
import { checkExpression } from "../../../../../lib/machineconfig/validate/expression/check.ts";

const TAKEN = [
  "true",
  "disk.size > 10u * GiB && !system_disk",
  'disk.transport in ["nvme", "usb"]',
  'disk.model.startsWith("A") || disk.serial.matches("^b.*$")',
  "int(disk.size) > 10",
  "size(disk.model) > 3",
  "disk.model.size() == 3",
  "has(disk.model)",
  "type(disk.size) == uint",
  "disk == null",
  "[1, 2].all(x, x > 0)",
  "[1, 2,].map(x, x + 1) == [2, 3]",
  '{"a": 1}["a"] == 1',
  'disk.rotational ? disk.cdrom : disk.model == r"a\\b"',
  "disk.size % 512u == 0u // whole sectors",
  'duration("1h") > duration("1m")',
  "dyn(1) == 'a'",
  "- -1 == 1",
];

for (const text of TAKEN) {
  Deno.test(`an expression is taken: ${text}`, () => {
    assert.equal(checkExpression(text), undefined);
  });
}

const REFUSED: readonly (readonly [text: string, message: RegExp, hint?: RegExp])[] = [
  ["disk.size > 10", /">" does not go with uint and int/, /with a u behind them, like 10u/],
  ["disk.size", /the expression gives uint, not true or false/],
  ["disk.sizee > 1u", /there is no field of a disk "sizee"/, /did you mean "size"/],
  ["dsk.size > 1u", /there is no name "dsk"/, /did you mean "disk"/],
  ['glob("a*", disk.model)', /there is no function "glob"/, /known are bool, bytes/],
  ['disk.model.startWith("a")', /there is no method "startWith"/, /did you mean "startsWith"/],
  ["disk.size >", /the expression ends too early/],
  ["disk.size > 10u GB", /"GB" stands at a wrong place/],
  ["(disk.cdrom", /ends too early/, /put "\)" there/],
  ["disk.cdrom)", /"\)" stands at a wrong place/],
  ["disk.cdrom | true", /"\|" stands at a wrong place/],
  ["disk.cdrom || 1", /what stands behind \|\| is int/],
  ["!disk.size", /"!" does not go with uint/],
  ["-disk.size > 1", /"-" does not go with uint/],
  ['disk["size"] > 1u', /disk has no items/],
  ["disk.model.size > 1", /string has no field "size"/],
  ["size(1) > 1", /"size" does not take int/],
  ['"a".contains(1)', /"contains" does not go with string and int/],
  ["has(disk)", /"has" takes a field/],
  ["true ? true : 1", /the sides of ":" are bool and int/],
  ["[1].exists(x, x)", /what stands in exists is int/],
  ["[1].exists(1, true)", /"1" stands at a wrong place/, /put a name there/],
  ['disk.model in {"a"}', /stands at a wrong place/, /put ":" there/],
  ["(".repeat(1000), /nested too deep/],
  ["!".repeat(1000), /nested too deep/],
];

for (const [text, message, hint] of REFUSED) {
  Deno.test(`an expression is refused: ${text.slice(0, 40)}`, () => {
    const mistake = checkExpression(text);
    assert.match(mistake?.message ?? "taken", message);
    if (hint !== undefined) assert.match(mistake?.hint ?? "", hint);
  });
}
