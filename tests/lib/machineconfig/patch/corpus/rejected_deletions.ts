/** Patches whose deletions are rejected. */
import type { Case } from "./case.ts";
import { DOCUMENTS } from "./config.ts";
import { document, machine } from "./write.ts";

/** Rejected deletions. */
export const rejectedDeletions: readonly Case[] = [
  {
    name: "rejects deletions in v1.4",
    release: "v1.4",
    patches: [machine("{kernel: {$patch: delete}}")],
    rejected: /^--patch #1:1:20: machine\.kernel\["\$patch"\]: unknown key/,
  },
  {
    name: "rejects the deletion of an absent key",
    final: true,
    patches: [machine("{sysctls: {nothing: {$patch: delete}}}")],
    rejected: /^--patch #1:1:\d+: no "machine\.sysctls\.nothing" to delete/,
  },
  {
    name: "rejects the deletion of a field of an absent section",
    final: true,
    patches: [machine("{udev: {rules: {$patch: delete}}}")],
    rejected: /no "machine\.udev\.rules" to delete/,
  },
  {
    name: "rejects the deletion of an unknown field",
    final: true,
    patches: [machine("{nothing: {$patch: delete}}")],
    rejected: /unknown field "machine\.nothing"/,
  },
  {
    name: "rejects the deletion of an absent item",
    final: true,
    patches: [machine("{network: {interfaces: [{interface: eth9, $patch: delete}]}}")],
    rejected: /no item of "machine\.network\.interfaces" has "eth9" as its interface/,
  },
  {
    name: "rejects the deletion of an unidentified item",
    final: true,
    patches: [machine("{network: {interfaces: [{$patch: delete}]}}")],
    rejected: /missing field that identifies the list item to delete/,
  },
  {
    name: "rejects the deletion of a field of an item",
    final: true,
    patches: [machine("{network: {interfaces: [{interface: eth0, mtu: {$patch: delete}}]}}")],
    rejected: /cannot delete a part of a list item/,
  },
  {
    name: "rejects the deletion of an item of an item",
    final: true,
    patches: [
      machine(
        "{network: {interfaces: [{interface: eth0, vlans: [{vlanId: 10, $patch: delete}]}]}}",
      ),
    ],
    rejected: /cannot delete a part of a list item/,
  },
  {
    name: "rejects the deletion of the main document",
    final: true,
    patches: ["$patch: delete"],
    rejected: /the document to delete from has no apiVersion and kind/,
  },
  {
    name: "rejects the deletion of a document without apiVersion",
    final: true,
    config: DOCUMENTS,
    patches: ["kind: KmsgLogConfig\nname: logs\n$patch: delete"],
    rejected: /the document to delete from has no apiVersion/,
  },
  {
    name: "rejects the deletion of an absent document",
    final: true,
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "name: other\n$patch: delete")],
    rejected: /no KmsgLogConfig "other" to delete/,
  },
  {
    name: "rejects the deletion of a named document without its name",
    final: true,
    config: DOCUMENTS,
    patches: [document("KmsgLogConfig", "$patch: delete")],
    rejected: /no KmsgLogConfig to delete/,
    differs: "writes an empty document",
  },
];
