import { deepEqual, equal } from "node:assert/strict";
import { effectiveRoles, isAllowed, parseRoles, rolesFor } from "../../../lib/sandbox/roles.ts";
import type { Role } from "../../../lib/sandbox/types.ts";

const machine = (method: string) => `/machine.MachineService/${method}`;
const may = (role: Role, path: string) => isAllowed(path, new Set([role]));

Deno.test("an admin may call every method, known or not", () => {
  for (const method of ["Version", "Read", "Reboot", "EtcdSnapshot", "SomethingNew"]) {
    equal(may("os:admin", machine(method)), true, method);
  }
});

Deno.test("a reader lists and looks, but reads no files and changes nothing", () => {
  for (const method of ["List", "Dmesg", "Logs", "Version", "Processes", "EtcdMemberList"]) {
    equal(may("os:reader", machine(method)), true, method);
  }
  for (const method of ["Read", "Copy", "Kubeconfig", "Reboot", "EtcdStatus", "EtcdSnapshot"]) {
    equal(may("os:reader", machine(method)), false, method);
  }
  equal(may("os:reader", "/cosi.resource.State/List"), true);
  equal(may("os:reader", "/cosi.resource.State/Create"), false);
});

Deno.test("an operator manages, but sees no secrets", () => {
  for (const method of ["Reboot", "Restart", "EtcdDefragment", "EtcdSnapshot", "PacketCapture"]) {
    equal(may("os:operator", machine(method)), true, method);
  }
  for (const method of ["Read", "Reset", "Upgrade", "ApplyConfiguration", "EtcdRecover"]) {
    equal(may("os:operator", machine(method)), false, method);
  }
});

Deno.test("the backup role takes etcd snapshots and nothing else", () => {
  equal(may("os:etcd:backup", machine("EtcdSnapshot")), true);
  equal(may("os:etcd:backup", machine("Version")), false);
});

Deno.test("a method in no row of the table is for admins only", () => {
  deepEqual(rolesFor("/security.SecurityService/Certificate"), ["os:admin"]);
});

Deno.test("roles are read from organizations, blank and unknown ones dropped", () => {
  deepEqual([...parseRoles(["", " os:reader ", "system:masters"])], ["os:reader"]);
});

Deno.test("roles passed on count only when a node passes them on", () => {
  deepEqual([...effectiveRoles(["os:impersonator"], ["os:reader"])], ["os:reader"]);
  deepEqual([...effectiveRoles(["os:reader"], ["os:admin"])], ["os:reader"]);
  deepEqual([...effectiveRoles(["os:impersonator"], undefined)], ["os:impersonator"]);
  deepEqual([...effectiveRoles(["os:impersonator"], ["nonsense"])], []);
});
