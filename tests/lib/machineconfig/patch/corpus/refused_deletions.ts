/** Deletions that are refused. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { document, machine } from "./write.ts";

/** Refused. */
export const refusedDeletions: readonly Case[] = [
  {
    name: "refused: deletions in v1.4",
    release: "v1.4",
    patches: [machine("{kernel: {$patch: delete}}")],
    refused: /^--patch #1:1:20: machine\.kernel\["\$patch"\]: unknown key/,
  },
  {
    name: "refused: deleting a key that is absent",
    final: true,
    patches: [machine("{sysctls: {nothing: {$patch: delete}}}")],
    refused: /^--patch #1:1:\d+: no "machine\.sysctls\.nothing" to delete/,
  },
  {
    name: "refused: deleting a field of an absent section",
    final: true,
    patches: [machine("{udev: {rules: {$patch: delete}}}")],
    refused: /no "machine\.udev\.rules" to delete/,
  },
  {
    name: "refused: deleting an unknown field",
    final: true,
    patches: [machine("{nothing: {$patch: delete}}")],
    refused: /unknown field "machine\.nothing"/,
  },
  {
    name: "refused: deleting an item that is absent",
    final: true,
    patches: [machine("{network: {interfaces: [{interface: eth9, $patch: delete}]}}")],
    refused: /no item of "machine\.network\.interfaces" has "eth9" as its interface/,
  },
  {
    name: "refused: deleting an item without saying which",
    final: true,
    patches: [machine("{network: {interfaces: [{$patch: delete}]}}")],
    refused: /missing field that identifies the list item to delete/,
  },
  {
    name: "refused: deleting inside an item",
    final: true,
    patches: [machine("{network: {interfaces: [{interface: eth0, mtu: {$patch: delete}}]}}")],
    refused: /cannot delete a part of a list item/,
  },
  {
    name: "refused: deleting an item inside an item",
    final: true,
    patches: [
      machine(
        "{network: {interfaces: [{interface: eth0, vlans: [{vlanId: 10, $patch: delete}]}]}}",
      ),
    ],
    refused: /cannot delete a part of a list item/,
  },
  {
    name: "refused: deleting the main document",
    final: true,
    patches: ["$patch: delete"],
    refused: /the document to delete from has no apiVersion and kind/,
  },
  {
    name: "refused: deleting from a document without its version",
    final: true,
    config: DOCUMENTS,
    patches: ["kind: KmsgLogConfig\nname: logs\n$patch: delete"],
    refused: /the document to delete from has no apiVersion/,
  },
  {
    name: "refused: deleting a document that is absent",
    final: true,
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "name: other\n$patch: delete")],
    refused: /no KmsgLogConfig "other" to delete/,
  },
  {
    name: "refused: deleting a document without its name",
    final: true,
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "$patch: delete")],
    refused: /no KmsgLogConfig to delete/,
    differs: "it writes an empty document",
  },
];
