import { deepEqual, equal } from "node:assert/strict";
import { rolesFor } from "../../../lib/pki/method_roles.ts";
import { effectiveRoles, isAllowed, knownRoles } from "../../../lib/sandbox/roles.ts";
import type { Role } from "../../../lib/sandbox/types.ts";

const machine = (method: string) => `/machine.MachineService/${method}`;
const may = (role: Role, path: string, tag = "v1.8.4") => isAllowed(path, new Set([role]), tag);

Deno.test("os:admin may call every method, known or not", () => {
  for (const method of ["Version", "Read", "Reboot", "EtcdSnapshot", "SomethingNew"]) {
    equal(may("os:admin", machine(method)), true, method);
  }
});

Deno.test("os:reader may list and inspect, but neither read files nor change anything", () => {
  for (const method of ["List", "Dmesg", "Logs", "Version", "Processes", "EtcdMemberList"]) {
    equal(may("os:reader", machine(method)), true, method);
  }
  for (const method of ["Read", "Copy", "Kubeconfig", "Reboot", "EtcdStatus", "EtcdSnapshot"]) {
    equal(may("os:reader", machine(method)), false, method);
  }
  equal(may("os:reader", "/cosi.resource.State/List"), true);
  equal(may("os:reader", "/cosi.resource.State/Create"), false);
});

Deno.test("os:operator may manage, but not read secrets", () => {
  for (const method of ["Reboot", "Restart", "EtcdDefragment", "EtcdSnapshot", "PacketCapture"]) {
    equal(may("os:operator", machine(method)), true, method);
  }
  for (const method of ["Read", "Reset", "Upgrade", "ApplyConfiguration", "EtcdRecover"]) {
    equal(may("os:operator", machine(method)), false, method);
  }
});

Deno.test("os:etcd:backup may only take etcd snapshots", () => {
  equal(may("os:etcd:backup", machine("EtcdSnapshot")), true);
  equal(may("os:etcd:backup", machine("Version")), false);
});

Deno.test("methods without row require os:admin", () => {
  deepEqual(rolesFor("/security.SecurityService/Certificate", "v1.8.4"), ["os:admin"]);
});

Deno.test("knownRoles ignores empty and unknown organizations", () => {
  deepEqual([...knownRoles(["", " os:reader ", "system:masters"])], ["os:reader"]);
});

Deno.test("forwarded roles require os:impersonator", () => {
  deepEqual([...effectiveRoles(["os:impersonator"], ["os:reader"])], ["os:reader"]);
  deepEqual([...effectiveRoles(["os:reader"], ["os:admin"])], ["os:reader"]);
  deepEqual([...effectiveRoles(["os:impersonator"], undefined)], ["os:impersonator"]);
  deepEqual([...effectiveRoles(["os:impersonator"], ["nonsense"])], []);
});

Deno.test("roles follow the version of the node", () => {
  for (const method of ["EtcdStatus", "EtcdAlarmList", "EtcdMemberList"]) {
    equal(may("os:etcd:backup", machine(method), "v1.8.4"), false, method);
    equal(may("os:etcd:backup", machine(method), "v1.9.6"), true, method);
    equal(may("os:reader", machine(method), "v1.9.6"), true, method);
  }
  equal(may("os:meta:writer", machine("MetaWrite"), "v1.12.11"), false);
  equal(may("os:meta:writer", machine("MetaDelete"), "v1.13.9"), true);
  equal(may("os:meta:writer", machine("Version"), "v1.13.9"), false);
  equal(may("os:image:verifier", "/machine.ImageService/Verify", "v1.13.9"), true);
  equal(may("os:image:verifier", "/machine.ImageService/List", "v1.13.9"), false);
  equal(may("os:operator", "/machine.ImageService/Pull", "v1.13.9"), true);
  equal(may("os:operator", "/machine.LifecycleService/Upgrade", "v1.13.9"), false);
});
