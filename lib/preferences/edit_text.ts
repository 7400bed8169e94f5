/**
 * Sets and removes keys of preferences in their text: every other line stays as it is.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import {
  isMap,
  layoutOf,
  NARROW_LAYOUT,
  parseYaml,
  TextEditor,
  toData,
  writeYaml,
  type YamlMap,
  type YamlValue,
} from "../yaml/mod.ts";

/** Splits a key at dots; quotes enclose a part with dots: `contexts."a.b".confirmations`. */
export function parseKey(key: string): string[] {
  const parts = [...key.matchAll(/(?:^|\.)(?:"([^"]+)"|([^".]+))/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== key) {
    throw new OsctlError("usage", `invalid key "${key}"`, {
      hint: "use a key such as maxParallel or groups.db",
    });
  }
  return parts.map(([, quoted, plain]) => quoted ?? plain!);
}

/** Parses a value as YAML: `16`, `[a, b]`, `yaml`. */
export function parseValue(text: string): YamlValue {
  const { documents: [document], problems: [problem] } = parseYaml(text);
  // A target starts with @, which YAML reserves.
  if (problem !== undefined || document === undefined) return text;
  return toData(document.root);
}

/** Returns a value of a text; undefined without one. */
export function getValue(text: string, key: readonly string[]): YamlValue | undefined {
  let value: YamlValue | undefined = dataOf(text);
  for (const part of key) {
    if (value === undefined || !isMap(value)) return undefined;
    value = Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** Returns the text with a value; without the key when the value is undefined. */
export function setValue(
  text: string,
  key: readonly string[],
  value: YamlValue | undefined,
): string {
  const before = dataOf(text);
  const after = changed(before, key, value);
  const { documents: [document] } = parseYaml(text);
  if (document === undefined || document.root.kind !== "map") {
    return text + (Object.keys(after).length === 0 ? "" : writeYaml(after, NARROW_LAYOUT));
  }
  if (Object.keys(after).length === 0) return "";
  const editor = new TextEditor(text, layoutOf(text, [document.root]), { keepsNull: false });
  editor.document(document, { before, after });
  return editor.result() ?? writeYaml(after, NARROW_LAYOUT);
}

function dataOf(text: string): YamlMap {
  const { documents: [document] } = parseYaml(text);
  const data = document === undefined ? {} : toData(document.root);
  return isMap(data) ? data : {};
}

function changed(
  map: YamlMap,
  [part, ...rest]: readonly string[],
  value: YamlValue | undefined,
): YamlMap {
  const inner = Object.hasOwn(map, part!) ? map[part!]! : {};
  const next = rest.length === 0 ? value : changed(isMap(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || rest.length > 0 && isEmpty(next);
  const others = Object.entries(map).filter(([name]) => name !== part);
  if (isGone) return Object.fromEntries(others);
  return Object.hasOwn(map, part!)
    ? Object.fromEntries(Object.entries(map).map(([k, v]) => [k, k === part ? next : v]))
    : { ...map, [part!]: next };
}

function isEmpty(value: YamlValue): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}
