import { deepEqual, equal } from "node:assert/strict";
import { State } from "../../../../proto/cosi.ts";
import { MEMBER } from "../../../../lib/sandbox/state/definitions/cluster.ts";
import { CPU_STATS, MEMORY_STATS } from "../../../../lib/sandbox/state/definitions/machine.ts";
import {
  HOSTNAME_STATUS,
  LINK_STATUS,
  type LinkStatus,
  NODE_ADDRESS,
  ROUTE_STATUS,
} from "../../../../lib/sandbox/state/definitions/network.ts";
import {
  MACHINE_STATUS,
  MACHINE_TYPE,
  SERVICE,
} from "../../../../lib/sandbox/state/definitions/runtime.ts";
import { cpuStats, memoryStats } from "../../../../lib/sandbox/state/controllers/perf.ts";
import { Decimal } from "../../../../lib/sandbox/state/yaml_text.ts";
import {
  bitmask,
  DOUBLE,
  encodeFields,
  enumeration,
  IP,
  IP_PREFIX,
  message,
  repeated,
  STRING,
  STRING_MAP,
  STRUCT,
  UINT64,
} from "../../../../lib/sandbox/state/encode_fields.ts";
import { answers } from "../../../wire/frames.ts";

/** Returns a spec recorded from a Talos node. */
function recorded(frame: string, index: number) {
  const { protoSpec, yamlSpec } = answers(frame, State.List)[index]!.resource!.spec!;
  return { proto: Uint8Array.from(protoSpec).toHex(), yaml: yamlSpec };
}

function inHex({ yaml, proto }: { yaml: string; proto: Uint8Array }) {
  return { proto: proto.toHex(), yaml };
}

Deno.test("specs equal recorded ones byte for byte, YAML and protobuf", () => {
  const hostname = answers("cosi-get-hostname", State.Get)[0]!.resource!.spec!;
  deepEqual(
    inHex(HOSTNAME_STATUS.spec({ hostname: "osc-cp-1", domainname: "" })),
    { proto: Uint8Array.from(hostname.protoSpec).toHex(), yaml: hostname.yamlSpec },
  );
  deepEqual(
    inHex(SERVICE.spec({ running: true, healthy: true, unknown: false })),
    recorded("cosi-list-services", 0),
  );
  deepEqual(
    inHex(MEMBER.spec({
      nodeId: "sejLJEhFboQz7f0F2EMyjGeGfyfqYhRzHaKWRRJpxnfM",
      addresses: ["10.91.0.3"],
      hostname: "osc-worker-1",
      machineType: "worker",
      operatingSystem: "Talos (v1.8.0-alpha.2)",
    })),
    recorded("cosi-list-members", 1),
  );
  const reason = 'node "osc-cp-1" status is not available yet';
  const unmetConditions = [{ name: "nodeReady", reason }];
  const status = answers("cosi-watch-one", State.Watch)[1]!.event[0]!.resource!.spec!;
  deepEqual(
    inHex(MACHINE_STATUS.spec({ stage: "running", status: { ready: false, unmetConditions } })),
    { proto: Uint8Array.from(status.protoSpec).toHex(), yaml: status.yamlSpec },
  );
});

Deno.test("a link has the recorded fields except those not available in sysfs", () => {
  const lo: LinkStatus = {
    index: 1,
    type: "loopback",
    linkIndex: 0,
    flags: "UP,LOOPBACK,RUNNING,LOWER_UP",
    hardwareAddr: "00:00:00:00:00:00",
    permanentAddr: "",
    broadcastAddr: "00:00:00:00:00:00",
    mtu: 65536,
    queueDisc: "noqueue",
    masterIndex: undefined,
    operationalState: "unknown",
    kind: "",
    slaveKind: "",
    busPath: undefined,
    pciID: undefined,
    driver: undefined,
    linkState: true,
    speedMbit: undefined,
    port: "Other",
    duplex: "Unknown",
  };
  const { proto, yaml } = inHex(LINK_STATUS.spec(lo));
  const real = recorded("cosi-list-links", 1);
  equal(yaml, real.yaml);
  // The first fields of both: index, type, peer, flags, addresses, MTU and queue discipline.
  const start = proto.slice(0, proto.indexOf("6e6f7175657565") + 14);
  const theirs = real.proto.slice(0, real.proto.indexOf("6e6f7175657565") + 14);
  // The kernel sets an unnamed flag on loopback.
  equal(start.replace("20c98004", "20"), theirs.replace("20c98004", "20"));
});

Deno.test("encodeFields encodes every kind of value in field order", () => {
  const fields = {
    text: [3, STRING],
    large: [1, UINT64],
    words: [2, repeated(STRING)],
    part: [16, message({ n: [1, UINT64] })],
    half: [4, DOUBLE],
    absent: [5, STRING],
  } as const;
  const spec = {
    text: "é",
    large: 2 ** 40 + 1,
    words: ["a", ""],
    part: { n: 0 },
    half: new Decimal(0.5),
    absent: undefined,
    unlisted: true,
  };
  equal(
    encodeFields(fields, spec).toHex(),
    "08" + "818080808020" + "120161" + "1200" + "1a02c3a9" + "21" + "000000000000e03f" +
      "8201" + "020800",
  );
  equal(enumeration({ one: 1 }).encode("other").toHex(), "00");
  equal(bitmask(["a", "b", "c"]).encode("c,a,x").toHex(), "05");
  equal(bitmask([]).encode("").toHex(), "00");
  equal(IP.encode("").toHex(), "");
  equal(IP.encode("fd00::1").toHex(), "0a10fd000000000000000000000000000001");
  equal(IP_PREFIX.encode("10.0.0.1/8").toHex(), "0a040a0000011008");
});

Deno.test("specs of strings, address lists, default routes and statistics", () => {
  equal(MACHINE_TYPE.spec("worker").proto.toHex(), "0803");
  equal(
    NODE_ADDRESS.spec({ addresses: ["10.0.0.1/8", "10.0.0.2/8"] }).proto.toHex(),
    "0a080a040a0000011008" + "0a080a040a0000021008",
  );
  const route = ROUTE_STATUS.spec({
    family: "inet4",
    dst: "",
    src: "",
    gateway: "10.0.0.1",
    outLinkIndex: 4,
    outLinkName: "eth0",
    table: "main",
    priority: 0,
    scope: "global",
    type: "unicast",
    flags: "",
    protocol: "boot",
    mtu: undefined,
  });
  equal(
    route.proto.toHex(),
    "0802" + "1200" + "1a00" + "22060a040a000001" + "2804" + "320465746830" + "38fe01" + "4000" +
      "4800" + "5001" + "5800" + "6003",
  );
  const memory = MEMORY_STATS.spec(memoryStats("MemTotal: 300 kB\nMemFree: 100 kB\n"));
  equal(memory.proto.toHex().startsWith("08ac02" + "10c801" + "1800"), true);
  equal(memory.proto.toHex().endsWith("f80200" + "800300"), true);
  const cpu = CPU_STATS.spec(cpuStats("cpu  100 0 0 0\ncpu0 100 0 0 0\nctxt 5\n"));
  equal(cpu.proto.toHex().startsWith("0a5a09000000000000f03f11"), true);
});

Deno.test("STRUCT encodes google.protobuf.Struct as other protobuf libraries do", () => {
  const spec = { object: { b: [true, null, "x"], a: 1.5, c: { d: {} } } };
  // Written by Python's protobuf library.
  const expected = "0a0e0a0161120911000000000000f83f0a140a0162120f320d0a0220010a0208000a031a0178" +
    "0a100a0163120b2a090a070a016412022a00";
  equal(encodeFields({ object: [1, STRUCT] }, spec).toHex(), `0a38${expected}`);
  const map = { map: { b: "2", a: "1" } };
  equal(
    encodeFields({ map: [7, STRING_MAP] }, map).toHex(),
    "3a060a0161120131" + "3a060a0162120132",
  );
});
