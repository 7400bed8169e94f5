import { equal, throws } from "node:assert/strict";
import {
  chooseProvisioner,
  rejectUnsupportedFlags,
  resolveStateFolder,
} from "../../../lib/cluster/mod.ts";
import { fakeSystem } from "../../helpers/fake_system.ts";

Deno.test("unavailable provisioners and unknown names fail differently", () => {
  const system = fakeSystem();
  for (const name of ["docker", "qemu"]) {
    throws(() => chooseProvisioner(name, system), {
      kind: "unsupported",
      message: `provisioner "${name}" is not available in this build`,
      hint: "use --provisioner sandbox",
    });
  }
  throws(() => chooseProvisioner("podman", system), { kind: "usage" });
  equal(typeof chooseProvisioner("sandbox", system).create, "function");
});

Deno.test("resolveStateFolder replaces <home> and resolves relative paths", () => {
  const places = { home: "/home/a", cwd: "/home/me" };
  equal(resolveStateFolder("<home>/.os/clusters", places), "/home/a/.os/clusters");
  equal(resolveStateFolder("clusters", places), "/home/me/clusters");
  equal(resolveStateFolder("/x", places), "/x");
});

Deno.test("rejectUnsupportedFlags names the unsupported flag", () => {
  const table = { cidr: 1, withTpm2: 2 };
  rejectUnsupportedFlags(new Set(["cidr", "nodes"]), table, new Set(["cidr"]));
  throws(() => rejectUnsupportedFlags(new Set(["withTpm2"]), table, new Set(["cidr"])), {
    kind: "unsupported",
    message: "the sandbox provisioner does not support --with-tpm2",
  });
});
