/** Names of installer images; from v1.14 on the names in talosctl v1.14.0-rc.1, `pkg/images/images.go`. */
import { equal, throws } from "node:assert/strict";
import {
  checkInstaller,
  defaultInstallerImage,
  installerImage,
  replacementOf,
} from "../../../lib/os_versions/mod.ts";

const EMPTY = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
const SCHEMATIC = "c9078f9419961640c712a8bf2bb9174933dfcf1da383fd8ea2b7dc21493f8bac";

Deno.test("from v1.14 on, installers come from the image factory", () => {
  equal(installerImage("v1.8.4"), "ghcr.io/siderolabs/installer:v1.8.4");
  equal(installerImage("v1.13.9"), "ghcr.io/siderolabs/installer:v1.13.9");
  const repository = `factory.talos.dev/metal-installer/${EMPTY}`;
  equal(installerImage("v1.14.0-rc.1"), `${repository}:v1.14.0-rc.1`);
  equal(installerImage("v2.0.0"), `${repository}:v2.0.0`);
});

Deno.test("the name of an installer contains platform, secure boot and schematic", () => {
  const [old, now] = ["v1.13.9", "v1.14.0"];
  equal(
    installerImage(now, { platform: "aws", schematic: SCHEMATIC, factory: "factory.example" }),
    `factory.example/aws-installer/${SCHEMATIC}:v1.14.0`,
  );
  equal(
    installerImage(now, { secureBoot: true }),
    `factory.talos.dev/metal-installer-secureboot/${EMPTY}:v1.14.0`,
  );
  equal(
    installerImage(old, { schematic: SCHEMATIC, secureBoot: true }),
    `factory.talos.dev/installer-secureboot/${SCHEMATIC}:v1.13.9`,
  );
});

Deno.test("an installer that is not published is refused, with the one that is", () => {
  const other = `factory.talos.dev/metal-installer/${EMPTY}:v1.14.1`;
  for (const suffix of ["", `@sha256:${"0".repeat(64)}`]) {
    equal(replacementOf(`ghcr.io/siderolabs/installer:v1.14.1${suffix}`), other);
  }
  for (const image of ["installer:v1.13.9", "installer:latest", "installer-base:v1.14.1"]) {
    equal(replacementOf(`ghcr.io/siderolabs/${image}`), undefined);
  }
  equal(replacementOf("registry.example.com:5000/installer:v1.14.1"), undefined);
  throws(
    () => checkInstaller("--image", "ghcr.io/siderolabs/installer:v1.14.1"),
    (error: Error & { hint?: string }) => {
      equal(
        error.message,
        'invalid --image "ghcr.io/siderolabs/installer:v1.14.1": from v1.14 on, installers are ' +
          "published at factory.talos.dev only",
      );
      equal(error.hint, `use ${other}, or the image of your platform and schematic`);
      return true;
    },
  );
});

Deno.test("new configurations of v1.14 name an installer that exists", () => {
  const repository = `factory.talos.dev/metal-installer/${EMPTY}`;
  equal(defaultInstallerImage("v1.14"), `${repository}:v1.14.0-rc.1`);
  equal(defaultInstallerImage("1.14.2"), `${repository}:v1.14.2`);
  equal(defaultInstallerImage("v1.13"), "ghcr.io/siderolabs/installer:latest");
  equal(defaultInstallerImage(""), "ghcr.io/siderolabs/installer:latest");
});
