/** Patches that are refused before or while they are merged. */
import type { Case } from "./case.ts";
import { document, machine } from "./write.ts";

/** Refused. */
export const refusedTexts: readonly Case[] = [
  {
    name: "refused: an unknown key",
    patches: ["machine:\n  kubelte: {}\n"],
    refused: /^--patch #1:2:3: machine\.kubelte: unknown key "kubelte"; did you mean "kubelet"/,
  },
  {
    name: "refused: a key of a later release",
    release: "v1.4",
    patches: ["machine:\n  kubelet: {}\n  features:\n    hostDNS: {}\n"],
    refused: /^--patch #1:4:5: machine\.features\.hostDNS: /,
  },
  {
    name: "refused: another document in v1.4",
    release: "v1.4",
    patches: [document("KmsgLogConfig", "name: logs\nurl: tcp://192.0.2.2:514")],
    refused: /^--patch #1:2:7: .*"KmsgLogConfig" require v1\.5/,
  },
  {
    name: "refused: a value of another kind",
    patches: [machine("\n  certSANs: a")],
    refused: /^--patch #1:2:13: machine\.certSANs: /,
  },
  { name: "refused: an empty map", patches: ["{}"], refused: /^--patch #1:1:1: .*document/ },
  {
    name: "refused: a version alone",
    patches: ["version: v1alpha1"],
    refused: /^--patch #1:1:1: /,
  },
  {
    name: "refused: an unknown kind",
    patches: [document("Nothing", "name: x")],
    refused: /^--patch #1:2:7: .*"Nothing"/,
  },
  {
    name: "refused: an empty document behind a separator",
    patches: [`${machine("{type: worker}")}\n---\n`],
    refused: /^--patch #1:\d+:\d+: /,
  },
  {
    name: "refused: two main documents",
    release: "v1.8",
    patches: [`${machine("{type: worker}")}\n---\n${machine("{type: worker}")}`],
    refused: /^--patch #1:3:1: the main document is duplicated, first on line 1/,
  },
  {
    name: "refused: two documents of one name",
    patches: [
      `${document("KmsgLogConfig", "name: a\nurl: tcp://192.0.2.2:514")}\n---\n${
        document("KmsgLogConfig", "name: a\nurl: tcp://192.0.2.2:514")
      }`,
    ],
    refused: /^--patch #1:6:1: the KmsgLogConfig "a" is duplicated, first on line 1/,
  },
  {
    name: "refused: broken YAML",
    patches: ["machine: {type: worker"],
    refused: /^--patch #1:1:\d+: /,
  },
  { name: "refused: a text", patches: ["hello"], refused: /^--patch #1:1:1: / },
  {
    name: "refused: broken JSON",
    patches: ['[{"op": "add"'],
    refused: /^--patch #1:1:14: unclosed bracket/,
  },
  {
    name: "refused: a text over a number in a free-form map",
    patches: ["machine:\n  kubelet:\n    extraConfig:\n      maxPods: many\n"],
    refused:
      /^--patch #1:4:7: machine\.kubelet\.extraConfig\.maxPods: a text cannot be merged into a number/,
  },
  {
    name: "refused: a map over a list in a free-form map",
    patches: [machine("{kubelet: {extraConfig: {allowed: {a: b}}}}")],
    refused:
      /^--patch #1:1:35: machine\.kubelet\.extraConfig\.allowed: a map cannot be merged into a list/,
  },
];
