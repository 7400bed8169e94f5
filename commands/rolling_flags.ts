/** Flags of the commands that change nodes one after the other. */
import { quorumFlag } from "./safety_flags.ts";
import { wideFlag } from "./shared_flags.ts";
import { bool, duration, inSection, int, string, stringArray } from "../lib/cli/flags.ts";

/** Order, gates and journal. */
const detailFlags = inSection("Rolling changes", {
  maxUnavailable: string({
    default: "1",
    help: "workers to change at the same time: a number or a percentage",
    placeholder: "n|%",
    extra: true,
  }),
  canary: int({
    default: 1,
    help: "workers to change one at a time before the first batch",
    extra: true,
  }),
  pause: duration({ default: 0, help: "pause after each batch", extra: true }),
  order: string({
    default: "name",
    help: "order of workers: name, or zone:<label>",
    placeholder: "order",
    extra: true,
  }),
  window: string({
    help: "time of day in which changes may start, such as 22:00-04:00",
    placeholder: "start-end",
    extra: true,
  }),
  gate: stringArray({
    help: "condition to check before and after each node: health, etcd, nodes-ready, pods, " +
      "longhorn, rook-ceph, cnpg, cel:…, command:…; repeatable",
    placeholder: "gate",
    extra: true,
  }),
  gateChecks: string({
    default: "3/6s",
    help: "consecutive checks that gates must pass, and the time they span",
    placeholder: "count/time",
    extra: true,
  }),
  noSnapshot: bool({
    help: "skip the etcd snapshot before control plane nodes change",
    extra: true,
  }),
  plan: bool({
    help: "print order, checks and estimated time without changing anything",
    extra: true,
  }),
  resume: string({
    help: "continue the rolling change recorded in a journal",
    placeholder: "journal",
    complete: "localFile",
    extra: true,
  }),
  report: string({
    help: "write a Markdown report to this file",
    placeholder: "path",
    complete: "localFile",
    extra: true,
  }),
});

/** Rolling changes. */
export const rollingFlags = {
  rolling: bool({
    help: "change nodes in turn, and stop at the first failure",
    extra: true,
  }),
  ...detailFlags,
  ...quorumFlag,
  ...wideFlag,
};
