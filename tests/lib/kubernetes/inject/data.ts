/** Content of manifests without what an encoder adds to them. */
import { isList, isMap, parseYaml, toData, type YamlValue } from "../../../../lib/yaml/mod.ts";

/** Returns the documents of a text that are not empty, without empty values and status. */
export function manifestData(text: string): YamlValue[] {
  const { documents, problems } = parseYaml(text);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return documents.map(({ root }) => withoutEmpty(toData(root)))
    .filter((data) => data !== undefined)
    .map((data) => isMap(data) ? { ...data, status: undefined } : data);
}

function withoutEmpty(value: YamlValue): YamlValue {
  if (value === null || value === "") return undefined;
  if (isList(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withoutEmpty(one)] as const)
    .filter(([, one]) => one !== undefined).sort(([a], [b]) => a < b ? -1 : 1);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
