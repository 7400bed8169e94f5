/**
 * The resources of nodes: definitions, lists, watches, and how they are printed.
 *
 * @module
 */
export { type Kind, type ReaderOptions, ResourceReader } from "./client.ts";
export { type Definition, findDefinition, type PrintColumn } from "./definitions.ts";
export { documentValue, type EventKind, specOf, yamlDocument } from "./document.ts";
export { compactJson, indentedJson } from "./go_json.ts";
export { JsonPath } from "./jsonpath/mod.ts";
export { findKinds, type NamedKind, namesOf } from "./kinds.ts";
export { printAll, printChanges, type PrintRequest, type WatchRequest } from "./print_all.ts";
export { type Format, parseFormat } from "./print/format.ts";
export { printerFor, type PrintOptions } from "./print/printer.ts";
export type { Item, Printer } from "./print/types.ts";
export { type Resource, resourceOf } from "./resource.ts";
export { labelQuery, parseSelector, type Selector, selects } from "./selector.ts";
export { Decimal, Timestamp, type Value, type ValueMap } from "./value.ts";
export { versionSkew } from "./version_skew.ts";
export { watchNode, type WatchOptions } from "./watch.ts";
export type { WatchEvent } from "./watch_changes.ts";
