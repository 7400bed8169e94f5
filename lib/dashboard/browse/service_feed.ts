/**
 * The services of nodes, whose logs can be opened.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { servicesView } from "../../node/services/mod.ts";
import { KERNEL_LOG } from "../follow.ts";
import type { FeedTarget } from "./feed_target.ts";
import type { LogSource } from "./log_lines.ts";
import { PolledFeed } from "./polled_feed.ts";
import type { BrowseRow } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** Interval of reads, milliseconds. */
const INTERVAL_MS = 5000;

/** A service or the kernel, with its log. */
export interface ServiceRow extends BrowseRow {
  readonly log: LogSource;
}

/** Creates the table of services, each with the log that it opens, and the kernel's log. */
export function createServiceFeed(
  target: FeedTarget,
  nodes: readonly string[],
): PolledFeed<ServiceRow> {
  const { client, clock, callMs: timeoutMs } = target;
  const view = servicesView({ now: clock.now() });
  const kernelRow = (node: string): ServiceRow => ({
    key: KERNEL_LOG,
    node,
    name: KERNEL_LOG,
    cells: view.columns.map(({ header }) => header === "SERVICE" ? KERNEL_LOG : ""),
    log: { node, id: KERNEL_LOG, name: KERNEL_LOG, isKubernetes: false },
  });
  return new PolledFeed(target, nodes, {
    columns: view.columns,
    hideFirst: view.hideFirst ?? [],
    intervalMs: INTERVAL_MS,
    async read(node, signal) {
      const { columns } = servicesView({ now: clock.now() });
      const { services } = await callNode(client, MachineService.ServiceList, {}, node, {
        signal,
        timeoutMs,
      });
      const rows = services.map((service): ServiceRow => {
        const { id } = service;
        const log = { node, id, name: id, isKubernetes: false };
        return { ...toRow(columns, service, { key: id, node, name: id }), log };
      });
      return [kernelRow(node), ...rows];
    },
  });
}
