/**
 * The COSI client: definitions, get, list, watch and printing of resources.
 *
 * @module
 */
export { type Kind, type ReaderOptions, ResourceReader } from "./client.ts";
export {
  type Definition,
  findDefinition,
  type PrintColumn,
  type SentDefinition,
} from "./definitions.ts";
export { documentValue, type EventKind, specOf, yamlDocument } from "./document.ts";
export { compactJson, indentedJson } from "../output/go_json.ts";
export { JsonPath } from "../output/jsonpath/mod.ts";
export { openEarly } from "./early_lists.ts";
export { findKinds, type NamedKind, splitNames } from "./kinds.ts";
export { type MachineConfig, readMachineConfigs } from "./machine_configs.ts";
export {
  printAll,
  printChanges,
  type PrintRequest,
  resourceOpener,
  type WatchRequest,
} from "./print_all.ts";
export { type Format, parseFormat } from "./print/format.ts";
export { createPrinter, filtered, type PrintOptions } from "./print/printer.ts";
export type { Item, Printer } from "./print/types.ts";
export { type Resource, toResource } from "./resource.ts";
export { matchesSelector, parseSelector, type Selector, toLabelQuery } from "./selector.ts";
export { listMembers, type Member } from "./members.ts";
export { suggestTypes, type TypeSuggestion } from "./suggest_types.ts";
export { tableHeaders } from "./sort.ts";
export { Decimal, Timestamp, type Value, type ValueMap } from "../output/value.ts";
export { watchNode, type WatchOptions } from "./watch.ts";
export type { WatchEvent } from "./watch_changes.ts";
