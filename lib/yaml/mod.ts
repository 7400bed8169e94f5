/**
 * YAML as Go reads and writes it: the only folder that imports a YAML library.
 *
 * @module
 */
export {
  createDraft,
  createEntry,
  type Draft,
  type DraftBlock,
  type DraftDocument,
  type DraftEntry,
  ExpansionError,
  writeDraft,
} from "./draft.ts";
export { RawScalar, writeKey, writeNumber, writeYaml, type YamlValue } from "./write.ts";
export { type Parsed, type ParseLimits, parseYaml } from "./parse.ts";
export { locate, type Place, placesIn } from "./place.ts";
export { fitsTag, isNull, resolveScalar, toData, type YamlData } from "./scalar.ts";
export { DEEPEST, fault, MOST_PROBLEMS, type YamlProblem } from "./syntax.ts";
export type {
  AliasNode,
  Entry,
  ListNode,
  MapNode,
  Range,
  ScalarNode,
  SourceDocument,
  SourceEntry,
  SourceList,
  SourceMap,
  SourceNode,
  SourceScalar,
  TreeNode,
  WrittenEntry,
  WrittenNode,
} from "./tree.ts";
