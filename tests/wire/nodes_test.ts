import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { common } from "../../proto/common.ts";
import { cosi, State } from "../../proto/cosi.ts";
import { MachineService } from "../../proto/machine.ts";
import { StorageService } from "../../proto/storage.ts";
import { TimeService } from "../../proto/time.ts";
import { answers, frame } from "./frames.ts";

const NO_ROUTE = 'connection error: desc = "transport: Error while dialing: ' +
  'dial tcp 10.91.0.99:50000: connect: no route to host"';

/** Returns host name, status code and message of an error. */
function failure(message: { metadata: common.Metadata | null } | undefined) {
  const { hostname, status } = message?.metadata ?? {};
  return [hostname, status?.code, status?.message];
}

Deno.test("a call to two nodes returns a message per node, with its host name as in the request", () => {
  const [answer] = answers("version-two", MachineService.Version);
  deepStrictEqual(answer?.messages.map(({ metadata }) => metadata?.hostname).sort(), [
    "10.91.0.2",
    "10.91.0.3",
  ]);
});

Deno.test("an unreachable node is an error in the response of unary calls and streams", () => {
  const [unary] = answers("version-one-dead", MachineService.Version);
  deepStrictEqual(unary?.messages.map(({ version }) => version?.tag), [
    undefined,
    "v1.8.0-alpha.2",
  ]);
  deepStrictEqual(failure(unary?.messages[0]), ["10.91.0.99", 14, NO_ROUTE]);
  strictEqual(
    unary?.messages[0]?.metadata?.error,
    `rpc error: code = Unavailable desc = ${NO_ROUTE}`,
  );

  const streamed = answers("read-one-dead", MachineService.Read);
  deepStrictEqual(failure(streamed[0]), ["10.91.0.99", 14, NO_ROUTE]);
  strictEqual(new TextDecoder().decode(streamed[1]?.bytes), "osc-cp-1\n");
});

Deno.test("a call whose nodes are all unreachable has status OK", () => {
  const { status } = frame("version-all-dead");
  deepStrictEqual(status, { code: 0 });
  const [answer] = answers("version-all-dead", MachineService.Version);
  deepStrictEqual(answer?.messages.map(failure), [["10.91.0.99", 14, NO_ROUTE]]);
});

Deno.test("a node called directly returns no host name", () => {
  const [answer] = answers("version-none", MachineService.Version);
  strictEqual(answer?.messages[0]?.metadata, null);
  strictEqual(answer?.messages[0]?.version?.tag, "v1.8.0-alpha.2");
});

Deno.test("a worker rejects forwarding by the status of the call", () => {
  const { responses, status } = frame("version-worker-asked-to-forward");
  deepStrictEqual([responses.length, status], [0, { code: 7, details: "no request forwarding" }]);
});

Deno.test("errors have the documented messages of nodes", () => {
  const refused: [messages: Parameters<typeof failure>[0][], code: number, text: string][] = [
    [answers("reader-read-refused", MachineService.Read), 7, "not authorized"],
    [
      answers("reader-rollback-refused", MachineService.Rollback)[0]!.messages,
      7,
      "not authorized",
    ],
    [
      answers("rollback-refused-container-mode", MachineService.Rollback)[0]!.messages,
      9,
      "method is not supported in container mode",
    ],
    [
      answers("service-start-unknown", MachineService.ServiceStart)[0]!.messages,
      2,
      'service "nope" not defined',
    ],
    [
      answers("read-missing", MachineService.Read),
      5,
      "stat /nope: no such file or directory",
    ],
    [answers("logs-unknown", MachineService.Logs), 2, 'log "nope" was not registered'],
  ];
  for (const [messages, code, text] of refused) {
    deepStrictEqual(messages.map(failure), [["10.91.0.2", code, text]]);
  }
  deepStrictEqual(answers("list-missing", MachineService.List).map(failure), [
    ["10.91.0.2", 2, "lstat /nope: no such file or directory"],
    ["10.91.0.3", 2, "lstat /nope: no such file or directory"],
  ]);
  const [etcd] = answers("etcd-status-cp-and-worker", MachineService.EtcdStatus);
  deepStrictEqual(failure(etcd?.messages[0]), [
    "10.91.0.3",
    12,
    "etcd status is only available on control plane nodes",
  ]);
  const [time] = answers("time-check-refused", TimeService.TimeCheck);
  match(
    time?.messages[0]?.metadata?.error ?? "",
    /^rpc error: code = Unknown desc = error querying/,
  );
});

Deno.test("resource calls fail by the status of the call: they have no metadata", () => {
  const statuses: [name: string, code: number, details: string][] = [
    [
      "cosi-get-missing",
      5,
      "resource HostnameStatuses.net.talos.dev(network/nope@undefined) doesn't exist",
    ],
    ["cosi-get-with-nodes-refused", 3, "one-2-many proxying is not supported for COSI methods"],
    ["cosi-get-unknown-type", 7, 'resource type "Nopes.net.talos.dev" is not supported'],
    ["reader-cosi-secret-refused", 7, "not authorized"],
  ];
  for (const [name, code, details] of statuses) {
    deepStrictEqual([frame(name).responses.length, frame(name).status], [0, { code, details }]);
  }
});

Deno.test("a node in maintenance mode rejects Version and returns resources without host name", () => {
  deepStrictEqual(frame("maintenance-version").status, {
    code: 12,
    details: "API is not implemented in maintenance mode",
  });
  deepStrictEqual(
    answers("maintenance-cosi-addresses", State.List).map(({ resource }) => resource?.metadata?.id),
    ["eth0/10.91.0.4/24", "lo/127.0.0.1/8"],
  );
  const [disks] = answers("maintenance-disks", StorageService.Disks);
  deepStrictEqual(disks?.messages.map(({ metadata, disks }) => [metadata, disks]), [[null, []]]);
});

Deno.test("a watch starts with an empty event, the existing resources, and BOOTSTRAPPED", () => {
  const { CREATED, BOOTSTRAPPED, DESTROYED } = cosi.resource.EventType;
  const seen = (name: string) =>
    answers(name, State.Watch).map(({ event }) =>
      event.map(({ eventType, resource }) => [eventType, resource?.metadata?.id])
    );
  deepStrictEqual(seen("cosi-watch-members"), [
    [],
    [[CREATED, "osc-cp-1"]],
    [[CREATED, "osc-worker-1"]],
    [[BOOTSTRAPPED, ""]],
  ]);
  deepStrictEqual(seen("cosi-watch-one"), [[], [[CREATED, "machine"]]]);
  deepStrictEqual(seen("cosi-watch-missing"), [[], [[DESTROYED, "nope"]]]);

  const tombstone = answers("cosi-watch-missing", State.Watch)[1]?.event[0]?.resource;
  strictEqual(tombstone?.metadata?.version, "undefined");
  deepStrictEqual([tombstone?.spec?.protoSpec.length, tombstone?.spec?.yamlSpec], [0, ""]);
});
