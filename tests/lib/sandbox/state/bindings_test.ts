import { deepEqual, equal, rejects } from "node:assert/strict";
import { DOMAIN } from "../../../../lib/distribution.ts";
import {
  addedResourceTypes,
  NEWEST_OS_RELEASE,
  NEWEST_TAG,
} from "../../../../lib/os_versions/mod.ts";
import { cosi, State } from "../../../../proto/cosi.ts";
import { InspectService } from "../../../../proto/inspect.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import type { Role } from "../../../../lib/sandbox/types.ts";
import { DEFINITIONS } from "../../../../lib/sandbox/state/definitions/all.ts";
import { OS_ROOT_SECRET } from "../../../../lib/sandbox/state/definitions/secrets.ts";
import { HOSTNAME_STATUS } from "../../../../lib/sandbox/state/definitions/network.ts";
import { MEMBER } from "../../../../lib/sandbox/state/definitions/cluster.ts";
import { NODENAME } from "../../../../lib/sandbox/state/definitions/runtime.ts";
import type { NodeState } from "../../../../lib/sandbox/state/node_state.ts";
import { answers, frame } from "../../../wire/frames.ts";
import { type Sandbox, type SandboxOptions, withSandbox } from "../../../helpers/sandbox.ts";
import { withChannel } from "../channels.ts";
import { spec } from "./resources.ts";

const { EventType } = cosi.resource;

/** Runs `body` against the first control plane of a sandbox. */
function withNode(
  body: (channel: Channel, state: NodeState, sandbox: Sandbox) => Promise<void>,
  roles: readonly Role[] = ["os:admin"],
  options: SandboxOptions = {},
): Promise<void> {
  return withSandbox(options, (sandbox) => {
    const node = sandbox.controlPlanes[0]!;
    const state = sandbox.cluster.stateOf(node);
    return withChannel(sandbox, node, roles, (channel) => body(channel, state, sandbox));
  });
}

function kindOf({ namespace, type }: { readonly namespace: string; readonly type: string }) {
  return { namespace, type };
}

/** A resource of an existing type that no controller owns. */
function guest(id: string, text: string, labels: Record<string, string> = {}) {
  return { ...kindOf(NODENAME), id, spec: spec(text), labels };
}

function list(channel: Channel, request: cosi.resource.IListRequest) {
  return Array.fromAsync(channel.serverStream(State.List, request));
}

/** A stream that a test reads message by message. */
function watching(channel: Channel, request: cosi.resource.IWatchRequest) {
  const signal = new AbortController();
  const stream = channel.serverStream(State.Watch, request, { signal: signal.signal });
  const messages = stream[Symbol.asyncIterator]();
  return {
    /** Returns the events of the next message, abbreviated. */
    next: async () => {
      const { value, done } = await messages.next();
      if (done === true) return "end";
      return value.event.map(({ eventType, resource, error }: cosi.resource.Event) => {
        const metadata = resource?.metadata;
        return `${EventType[eventType]} ${metadata?.id ?? error}@${metadata?.version ?? ""}`;
      }).join(", ");
    },
    stop: async () => {
      await messages.return?.();
    },
  };
}

Deno.test("Get returns a resource as a Talos node does", () =>
  withNode(async (channel) => {
    const request = { ...kindOf(HOSTNAME_STATUS), id: "hostname" };
    const { resource } = await channel.unary(State.Get, request);
    const [real] = answers("cosi-get-hostname", State.Get);
    const { metadata, spec } = real!.resource!;
    const { created, updated, ...mine } = resource!.metadata!;
    const { created: _created, updated: _updated, ...theirs } = metadata!;
    deepEqual(mine, theirs);
    equal(created !== null && updated !== null, true);
    equal(
      resource!.spec!.yamlSpec,
      spec!.yamlSpec.replace("osc-cp-1", "test-controlplane-1"),
    );
  }));

Deno.test("Get rejects missing, unknown and misplaced resources as a Talos node does", () =>
  withNode(async (channel) => {
    for (const name of ["cosi-get-missing", "cosi-get-unknown-type"]) {
      const { request, status } = frame(name);
      await rejects(channel.unary(State.Get, State.Get.decodeRequest(request)), {
        code: status.code,
        details: status.details,
      });
    }
    const elsewhere = { ...kindOf(HOSTNAME_STATUS), namespace: "nope" };
    const refusal = { code: 7, details: 'namespace "nope" is not supported' };
    await rejects(channel.unary(State.Get, { ...elsewhere, id: "hostname" }), refusal);
    await rejects(list(channel, elsewhere), refusal);
    await rejects(watching(channel, elsewhere).next(), refusal);
    await rejects(list(channel, {}), { code: 7, details: 'resource type "" is not supported' });
  }));

Deno.test("only os:admin reads secrets; os:reader reads everything else", () =>
  withSandbox({ osVersion: NEWEST_TAG[NEWEST_OS_RELEASE] }, async (sandbox) => {
    const node = sandbox.controlPlanes[0]!;
    for (const role of ["os:reader", "os:operator"] as const) {
      await withChannel(sandbox, node, [role], async (channel) => {
        for (const definition of DEFINITIONS) {
          const answer = list(channel, kindOf(definition));
          if (!definition.sensitive) await answer;
          else await rejects(answer, { code: 7, details: "not authorized" });
        }
        const secret = kindOf(OS_ROOT_SECRET);
        const refusal = { code: 7, details: "not authorized" };
        await rejects(channel.unary(State.Get, { ...secret, id: "os" }), refusal);
        await rejects(watching(channel, secret).next(), refusal);
        await rejects(watching(channel, { ...secret, id: "os" }).next(), refusal);
      });
    }
    await withChannel(sandbox, node, ["os:admin"], async (channel) => {
      equal((await list(channel, kindOf(OS_ROOT_SECRET))).length, 1);
    });
    await withChannel(sandbox, node, ["os:etcd:backup"], async (channel) => {
      await rejects(list(channel, kindOf(HOSTNAME_STATUS)), { code: 7 });
    });
  }));

Deno.test("a worker has no CA key", () =>
  withSandbox(
    { workers: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.workers[0]!, ["os:admin"], async (channel) => {
        const [root] = await list(channel, kindOf(OS_ROOT_SECRET));
        equal(root?.resource?.spec?.yamlSpec.startsWith("issuingCA: null\n"), true);
      }),
  ));

Deno.test("writes are rejected, even from os:admin", () =>
  withNode(async (channel) => {
    const refusal = { code: 7, details: "write access is not allowed" };
    await rejects(channel.unary(State.Create, {}), refusal);
    await rejects(channel.unary(State.Update, {}), refusal);
    await rejects(channel.unary(State.Destroy, {}), refusal);
  }));

Deno.test("List sorts by id and applies queries", () =>
  withNode(async (channel, { store }) => {
    for (const [id, legs] of [["ant", "6"], ["cat", "4"], ["cow", "4"], ["bee", "6"]] as const) {
      store.create(guest(id, id, { legs }));
    }
    const ids = async (options: cosi.resource.IListOptions) => {
      const items = await list(channel, { ...kindOf(NODENAME), options });
      return items.map(({ resource }) => resource?.metadata?.id).join(" ");
    };
    equal(await ids({}), "ant bee cat cow nodename");
    const four = { key: "legs", op: cosi.resource.LabelTerm.Operation.EQUAL, value: ["4"] };
    equal(await ids({ labelQuery: [{ terms: [four] }] }), "cat cow");
    equal(await ids({ labelQuery: [{ terms: [four] }], idQuery: { regexp: "w$" } }), "cow");
    equal(await ids({ idQuery: { regexp: "^[ab]" } }), "ant bee");
    await rejects(ids({ idQuery: { regexp: "(" } }), { code: 3 });
  }));

Deno.test("Watch of a type sends confirmation, contents, bootstrapped, then changes", () =>
  withNode(
    async (channel, { store }) => {
      const options = { bootstrapContents: true };
      const watch = watching(channel, { ...kindOf(MEMBER), options, apiVersion: 1 });
      equal(await watch.next(), "");
      equal(await watch.next(), "CREATED test-controlplane-1@1");
      equal(await watch.next(), "CREATED test-worker-1@1");
      equal(await watch.next(), "BOOTSTRAPPED @undefined");
      const more = { ...kindOf(MEMBER), id: "new", spec: spec("{}") };
      const created = store.create(more);
      equal(await watch.next(), "CREATED new@1");
      store.update({ ...created, spec: spec("{a: 1}") });
      equal(await watch.next(), "UPDATED new@2");
      store.destroy(more);
      equal(await watch.next(), "DESTROYED new@2");
      await watch.stop();
    },
    ["os:admin"],
    { workers: 1 },
  ));

Deno.test("Watch of protocol version 0 sends neither bootstrapped nor errored", () =>
  withNode(async (channel, { store }) => {
    const options = { bootstrapContents: true };
    const watch = watching(channel, { ...kindOf(MEMBER), options });
    equal(await watch.next(), "");
    equal(await watch.next(), "CREATED test-controlplane-1@1");
    store.create({ ...kindOf(MEMBER), id: "new", spec: spec("{}") });
    equal(await watch.next(), "CREATED new@1");
    await watch.stop();
  }));

Deno.test("an aggregated watch sends several events per message", () =>
  withNode(async (channel, { store }) => {
    for (const id of ["ant", "bee"]) store.create(guest(id, id));
    const options = { bootstrapContents: true, aggregated: true };
    const watch = watching(channel, { ...kindOf(NODENAME), options, apiVersion: 1 });
    equal(await watch.next(), "");
    equal(
      await watch.next(),
      "CREATED ant@1, CREATED bee@1, CREATED nodename@1, BOOTSTRAPPED @undefined",
    );
    store.create(guest("cat", "cat"));
    equal(await watch.next(), "CREATED cat@1");
    await watch.stop();
  }));

Deno.test("Watch of a type applies queries and replays tail events", () =>
  withNode(async (channel, { store }) => {
    for (const [id, legs] of [["ant", "6"], ["cat", "4"], ["dog", "4"]] as const) {
      store.create(guest(id, id, { legs }));
    }
    const labelQuery = [{ terms: [{ key: "legs", op: 1, value: ["4"] }] }];
    const options = { labelQuery, idQuery: { regexp: "g$" }, tailEvents: 4 };
    const watch = watching(channel, { ...kindOf(NODENAME), options, apiVersion: 1 });
    equal(await watch.next(), "");
    equal(await watch.next(), "CREATED dog@1");
    store.put(guest("dog", "dog", { legs: "3" }));
    equal(await watch.next(), "DESTROYED dog@2");
    await watch.stop();
  }));

Deno.test("Watch of a resource starts with its current state, or destroyed", () =>
  withNode(async (channel, { store }) => {
    store.create(guest("cat", "meow"));
    const present = watching(channel, { ...kindOf(NODENAME), id: "cat", apiVersion: 1 });
    const absent = watching(channel, { ...kindOf(NODENAME), id: "dog", apiVersion: 1 });
    equal(await present.next(), "");
    equal(await present.next(), "CREATED cat@1");
    equal(await absent.next(), "");
    equal(await absent.next(), "DESTROYED dog@undefined");
    store.put(guest("dog", "woof"));
    equal(await absent.next(), "CREATED dog@1");
    store.put(guest("cat", "purr"));
    equal(await present.next(), "UPDATED cat@2");
    await present.stop();
    await absent.stop();
  }));

Deno.test("Watch of a resource rejects bootstrap contents and label queries", () =>
  withNode(async (channel) => {
    const one = { ...kindOf(NODENAME), id: "nodename" };
    await rejects(watching(channel, { ...one, options: { bootstrapContents: true } }).next(), {
      code: 12,
      details: "bootstrap contents is not implemented for resource watch",
    });
    await rejects(watching(channel, { ...one, options: { labelQuery: [{}] } }).next(), {
      code: 12,
      details: "label query is not implemented for resource watch",
    });
  }));

Deno.test("the dependency graph lists the inputs and outputs of the controllers", () =>
  withNode(async (channel, { controllers }) => {
    const answer = await channel.unary(InspectService.ControllerRuntimeDependencies, {});
    const edges = answer.messages[0]!.edges;
    const count = controllers.reduce((sum, one) => sum + one.inputs.length + one.outputs.length, 0);
    equal(edges.length, count);
    const members = edges.filter(({ controllerName }) =>
      controllerName === "cluster.MemberController"
    )
      .map((edge) => [edge.edgeType, edge.resourceNamespace, edge.resourceType.split(".")[0]]);
    deepEqual(members, [[0, "", "Members"], [2, "cluster", "Affiliates"]]);
    const written = new Set(
      edges.filter(({ edgeType }) => edgeType === 0 || edgeType === 3)
        .map(({ resourceType }) => resourceType),
    );
    const newer = (type: string) => addedResourceTypes().has(type.replace(`.${DOMAIN}`, ""));
    const unwritten = DEFINITIONS.map(({ type }) => type)
      .filter((type) => !written.has(type) && !newer(type));
    deepEqual(unwritten.map((type) => type.split(".")[0]), ["ResourceDefinitions", "Namespaces"]);
  }));
