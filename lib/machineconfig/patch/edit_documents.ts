/**
 * Edits the data of documents in a text, and keeps its comments, order and style.
 *
 * @module
 */
import {
  blockLines,
  GO_LAYOUT,
  layoutOf,
  parseYaml,
  sameValue,
  TextEditor,
  toData,
} from "../../yaml/mod.ts";
import { type Data, isMap } from "../data.ts";
import { decodeConfig } from "../load/load.ts";
import type { DocumentType } from "../schema/types.ts";
import { errorOf } from "./problems.ts";
import type { ConfigText } from "./text.ts";
import { toYaml } from "./values.ts";

/**
 * Returns the text with changed documents. `change` receives the data as written, without defaults,
 * and returns the new data.
 *
 * @throws {OsctlError} of kind `input` when the text is not a configuration.
 */
export function editDocuments(
  config: ConfigText,
  change: (type: DocumentType, data: Data) => Data,
): string {
  const { name, release } = config;
  // An addition at the end requires a line break before it.
  const text = /(^|\n)$/.test(config.text) ? config.text : `${config.text}\n`;
  const parsed = parseYaml(text);
  const { documents, problems } = decodeConfig(text, parsed, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  const layout = layoutOf(text, parsed.documents.map(({ root }) => root));
  const editor = new TextEditor(text, layout, { keepsNull: false });
  const expected = parsed.documents.map((place) => {
    const before = toData(place.root);
    const type = documents.find(({ tree }) => tree === place.root)?.type;
    if (type === undefined || !isMap(before)) throw new TypeError("A valid text has documents");
    const after = toYaml(type.object, change(type, before));
    editor.document(place, { before, after });
    return after;
  });
  const result = editor.result();
  if (result !== undefined) {
    const { documents: written, problems } = parseYaml(result);
    const isExpected = problems.length === 0 && written.length === expected.length &&
      written.every(({ root }, index) => sameValue(toData(root), expected[index]));
    if (isExpected) return result;
  }
  return expected.map((data) => blockLines(data, 0, { ...GO_LAYOUT, isOpen: true }).join("\n"))
    .join("\n---\n") + "\n";
}
