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
export { own, sameValue } from "./compare.ts";
export { TextEditor } from "./edit.ts";
export { GO_LAYOUT, type Layout, layoutOf, NARROW_LAYOUT } from "./layout.ts";
export {
  blockLines,
  hasLines,
  isList,
  isMap,
  RawScalar,
  writeKey,
  writeNumber,
  writeScalar,
  writeYaml,
  type YamlMap,
  type YamlValue,
} from "./write.ts";
export { type Parsed, type ParseLimits, parseSpecYaml, parseYaml } from "./parse.ts";
export { locate, type Place, placesIn } from "./place.ts";
export { createErrorAt, type ErrorAt, parseSingleDocument } from "./single_document.ts";
export { fitsTag, isNull, resolveScalar, toData, treeOf, type YamlData } from "./scalar.ts";
export { fault, MAX_DEPTH, MAX_PROBLEMS, type YamlProblem } from "./syntax.ts";
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
