/**
 * Support bundle: what nodes and the cluster report, in one archive without secrets.
 *
 * 1. Each node and the cluster is a source of items: resources, logs, tables, manifests.
 * 2. All sources are collected in parallel; the failure of an item does not affect others.
 * 3. Secrets are removed from every item before it is written.
 * 4. A manifest lists the items, the failures and what was skipped.
 *
 * @module
 */
export { collectItems } from "./collect.ts";
export { writeBundle } from "./write_bundle.ts";
