import { equal } from "node:assert/strict";
import { cosi, State } from "../../../../proto/cosi.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import { KERNEL_PARAM_DEFAULT } from "../../../../lib/sandbox/state/definitions/runtime.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";
import { spec } from "./resources.ts";

const KIND = { namespace: KERNEL_PARAM_DEFAULT.namespace, type: KERNEL_PARAM_DEFAULT.type };
const CHANGES = 4000;
const WATCHERS = 8;

Deno.test("remote watches receive every change of a burst", () =>
  withSandbox({}, async ({ cluster, controlPlanes: [node] }) => {
    const { store } = cluster.stateOf(node!);
    const channel = openChannel(`${node!.address}:${node!.port}`, await cluster.issue("os:reader"));
    try {
      const filter = { idQuery: { regexp: "^burst/" } };
      let ready = 0;
      const watch = async () => {
        const request = { ...KIND, options: filter, apiVersion: 1 };
        const versions = new Map<string, number>();
        let seen = 0;
        for await (const { event } of channel.serverStream(State.Watch, request)) {
          if (event.length === 0) ready += 1;
          for (const { eventType, resource } of event) {
            equal(eventType <= cosi.resource.EventType.UPDATED, true);
            const { id, version } = resource!.metadata!;
            equal(Number(version), (versions.get(id) ?? 0) + 1);
            versions.set(id, Number(version));
            seen += 1;
          }
          if (seen === CHANGES) return seen;
        }
        return seen;
      };
      const watches = Array.from({ length: WATCHERS }, watch);
      while (ready < WATCHERS) await new Promise((resolve) => setTimeout(resolve));
      for (let change = 0; change < CHANGES; change++) {
        store.put({ ...KIND, id: `burst/${change % 40}`, spec: spec(`value: ${change}`) });
      }
      equal((await Promise.all(watches)).every((seen) => seen === CHANGES), true);
    } finally {
      channel.close();
    }
  }));

Deno.test("List returns 10,000 resources in order", () =>
  withSandbox({}, async ({ cluster, controlPlanes: [node] }) => {
    const { store } = cluster.stateOf(node!);
    for (let index = 0; index < 10_000; index++) {
      const id = `many/${String(index * 7919 % 10_000).padStart(5, "0")}`;
      store.create({ ...KIND, id, spec: spec(`value: "${index}"`) });
    }
    const channel = openChannel(`${node!.address}:${node!.port}`, await cluster.issue("os:reader"));
    try {
      let expected = 0;
      const request = { ...KIND, options: { idQuery: { regexp: "^many/" } } };
      for await (const { resource } of channel.serverStream(State.List, request)) {
        equal(resource?.metadata?.id, `many/${String(expected).padStart(5, "0")}`);
        expected += 1;
      }
      equal(expected, 10_000);
    } finally {
      channel.close();
    }
  }));
