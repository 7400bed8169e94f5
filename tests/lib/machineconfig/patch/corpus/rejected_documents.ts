/** Strategic and invalid patches that are rejected. */
import type { Case } from "./case.ts";
import { document, machine } from "./write.ts";

/** Rejected patches. */
export const rejectedDocuments: readonly Case[] = [
  {
    name: "rejects an unknown key",
    patches: ["machine:\n  kubelte: {}\n"],
    rejected: /^--patch #1:2:3: machine\.kubelte: unknown key "kubelte"; did you mean "kubelet"/,
  },
  {
    name: "rejects a key of a later release",
    release: "v1.4",
    patches: ["machine:\n  kubelet: {}\n  features:\n    hostDNS: {}\n"],
    rejected: /^--patch #1:4:5: machine\.features\.hostDNS: /,
  },
  {
    name: "rejects further documents in v1.4",
    release: "v1.4",
    patches: [document("KmsgLogConfig", "name: logs\nurl: tcp://192.0.2.2:514")],
    rejected: /^--patch #1:2:7: .*"KmsgLogConfig" require v1\.5/,
  },
  {
    name: "rejects a value of another type",
    patches: [machine("\n  certSANs: a")],
    rejected: /^--patch #1:2:13: machine\.certSANs: /,
  },
  { name: "rejects an empty map", patches: ["{}"], rejected: /^--patch #1:1:1: .*document/ },
  {
    name: "rejects a patch with only a version",
    patches: ["version: v1alpha1"],
    rejected: /^--patch #1:1:1: /,
  },
  {
    name: "rejects an unknown kind",
    patches: [document("Nothing", "name: x")],
    rejected: /^--patch #1:2:7: .*"Nothing"/,
  },
  {
    name: "rejects an empty document after a separator",
    patches: [`${machine("{type: worker}")}\n---\n`],
    rejected: /^--patch #1:\d+:\d+: /,
  },
  {
    name: "rejects two main documents",
    release: "v1.8",
    patches: [`${machine("{type: worker}")}\n---\n${machine("{type: worker}")}`],
    rejected: /^--patch #1:3:1: the main document is duplicated, first on line 1/,
  },
  {
    name: "rejects two documents of the same name",
    patches: [
      `${document("KmsgLogConfig", "name: a\nurl: tcp://192.0.2.2:514")}\n---\n${
        document("KmsgLogConfig", "name: a\nurl: tcp://192.0.2.2:514")
      }`,
    ],
    rejected: /^--patch #1:6:1: the KmsgLogConfig "a" is duplicated, first on line 1/,
  },
  {
    name: "rejects invalid YAML",
    patches: ["machine: {type: worker"],
    rejected: /^--patch #1:1:\d+: /,
  },
  { name: "rejects a string", patches: ["hello"], rejected: /^--patch #1:1:1: / },
  {
    name: "rejects invalid JSON",
    patches: ['[{"op": "add"'],
    rejected: /^--patch #1:1:14: unclosed bracket/,
  },
  {
    name: "rejects a string for a number in a free-form map",
    patches: ["machine:\n  kubelet:\n    extraConfig:\n      maxPods: many\n"],
    rejected:
      /^--patch #1:4:7: machine\.kubelet\.extraConfig\.maxPods: a string cannot be merged into a number/,
  },
  {
    name: "rejects a map for a list in a free-form map",
    patches: [machine("{kubelet: {extraConfig: {allowed: {a: b}}}}")],
    rejected:
      /^--patch #1:1:35: machine\.kubelet\.extraConfig\.allowed: a map cannot be merged into a list/,
  },
];
