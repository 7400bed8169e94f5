/** Flags of the commands that change nodes one after the other. */
import { wideFlag } from "./shared_flags.ts";
import { bool, duration, inSection, int, string, stringArray } from "../lib/cli/flags.ts";

/** Order, gates and journal. */
const detailFlags = inSection("Rolling changes", {
  maxUnavailable: string({
    default: "1",
    help: "workers that change at the same time, a number or a percentage",
    placeholder: "n|%",
    extra: true,
  }),
  canary: int({
    default: 1,
    help: "workers that change one at a time before batches",
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
    help: "times of the day at which nodes may start to change, such as 22:00-04:00",
    placeholder: "start-end",
    extra: true,
  }),
  gate: stringArray({
    help: "condition before and after each node; repeatable: health, etcd, nodes-ready, pods, " +
      "longhorn, rook-ceph, cnpg, cel:…, command:…",
    placeholder: "gate",
    extra: true,
  }),
  gateChecks: string({
    default: "3/6s",
    help: "checks in a row that gates must pass, and their time",
    placeholder: "count/time",
    extra: true,
  }),
  acceptQuorumLoss: bool({
    help: "restart control planes although etcd loses its quorum",
    extra: true,
  }),
  noSnapshot: bool({
    help: "do not store a snapshot of etcd before control planes change",
    extra: true,
  }),
  plan: bool({ help: "print order, checks and estimated time, and change nothing", extra: true }),
  resume: string({
    help: "continue the rolling change of a journal",
    placeholder: "journal",
    complete: "localFile",
    extra: true,
  }),
  report: string({
    help: "file for the report, Markdown",
    placeholder: "path",
    complete: "localFile",
    extra: true,
  }),
});

/** Rolling changes. */
export const rollingFlags = {
  rolling: bool({
    help: "change nodes one after the other, and stop at the first failure",
    extra: true,
  }),
  ...detailFlags,
  ...wideFlag,
};
