import { deepEqual, equal, rejects } from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { ResourceReader } from "../../../lib/resource/client.ts";
import { findKinds } from "../../../lib/resource/kinds.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { definition, scriptedClient, unreachable } from "./resources.ts";

const members = definition("Members.cluster.talos.dev", ["member"]);
const things = definition("Things.test.dev", ["thing"]);

/** A reader that counts requests. */
function scripted(script: Parameters<typeof scriptedClient>[0][string] = {}) {
  const requests: string[] = [];
  const client = scriptedClient({
    a: {
      get(request) {
        requests.push(`get ${request.id}`);
        return script.get?.(request) ?? Promise.resolve(members);
      },
      list(request, signal) {
        requests.push(`list ${request.type}`);
        return script.list?.(request, signal) ?? [members, things];
      },
    },
  });
  const reader = new ResourceReader(client, { clock: new FakeClock(), callMs: 30_000 });
  return { reader, requests };
}

Deno.test("the definition of a common type is requested without the others", async () => {
  const { reader, requests } = scripted();
  const [kind] = await findKinds(reader, ["member"], "");
  equal(kind!.type, "Members.cluster.talos.dev");
  equal(kind!.namespace, "ns", "the node's definition decides");
  deepEqual(requests, ["get members.cluster.talos.dev"]);
});

Deno.test("all definitions are requested for other names, once", async () => {
  const { reader, requests } = scripted();
  const kinds = await findKinds(reader, ["thing", "members", "things"], "other");
  deepEqual(kinds.map(({ type, namespace }) => `${type} ${namespace}`), [
    "Things.test.dev other",
    "Members.cluster.talos.dev other",
  ]);
  deepEqual(requests, [
    "get members.cluster.talos.dev",
    "list ResourceDefinitions.meta.cosi.dev",
  ]);
});

Deno.test("all definitions are requested when the node lacks the type or names it otherwise", async () => {
  const refusing = scripted({
    get: () => Promise.reject(new OsctlError("node", "no such resource")),
    list: () => [definition("Members.test.dev", ["member"])],
  });
  const [found] = await findKinds(refusing.reader, ["members"], "");
  equal(found!.type, "Members.test.dev");
  const other = scripted({
    get: () => Promise.resolve(definition("Peers.cluster.talos.dev", ["peer"])),
  });
  equal((await findKinds(other.reader, ["members"], ""))[0]!.type, "Members.cluster.talos.dev");
  equal(other.requests.length, 2);
});

Deno.test("an unreachable node is not asked again", async () => {
  const { reader, requests } = scripted({ get: () => Promise.reject(unreachable()) });
  await rejects(
    findKinds(reader, ["members"], ""),
    (error: unknown) =>
      error instanceof OsctlError && error.kind === "connection" &&
      !(error instanceof MultiNodeError),
  );
  deepEqual(requests, ["get members.cluster.talos.dev"]);
});
