import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { schematicId, schematicText } from "../../../lib/cluster_file/schematic.ts";

const NOTHING = { extensions: [], kernelArguments: [], overlay: undefined, customization: {} };

Deno.test("the ID of a schematic equals the image factory's", async () => {
  // Expected values: pkg/schematic/schematic_test.go of siderolabs/image-factory.
  const ids = await Promise.all([
    schematicId(NOTHING),
    schematicId({ ...NOTHING, kernelArguments: ["noapic", "nolapic"] }),
    schematicId({
      ...NOTHING,
      overlay: { name: "rpi_generic", image: "siderolabs/sbc-raspberrypi", options: {} },
    }),
  ]);
  deepStrictEqual(ids, [
    "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba",
    "9cba8e32753f91a16c1837ab8abf356af021706ef284aef07380780177d9a06c",
    "ee21ef4a5ef808a9b7484cc0dda0f25075021691c8c09a276591eedb638ea1f9",
  ]);
});

Deno.test("the text of a schematic lists the extensions in the order given", () => {
  strictEqual(
    schematicText({ ...NOTHING, extensions: ["siderolabs/zfs", "siderolabs/iscsi-tools"] }),
    `customization:
    systemExtensions:
        officialExtensions:
            - siderolabs/zfs
            - siderolabs/iscsi-tools
`,
  );
});

Deno.test("the ID of a schematic covers all customization, in the order of the image factory", async () => {
  // Expected values: pkg/schematic of siderolabs/image-factory v1.4.0.
  const ids = await Promise.all([
    schematicId({
      extensions: ["siderolabs/zfs"],
      kernelArguments: ["noapic"],
      overlay: {
        name: "rpi_generic",
        image: "siderolabs/sbc-raspberrypi",
        options: { b: 1, a: { c: "x" } },
      },
      customization: {
        diskImage: { sectorSize: 4096 },
        secureboot: { includeWellKnownCertificates: true, enrollKeys: "force" },
        bootloader: "sd-boot",
        meta: [{ key: 12, value: "a: 1" }, { key: 10, value: '{"x": [1, 2]}' }],
        embeddedMachineConfiguration: "apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\n",
      },
    }),
    schematicId({
      ...NOTHING,
      customization: {
        bootloader: "grub",
        secureboot: {},
        meta: [{ key: 0 }],
        embeddedMachineConfiguration: "one line",
      },
    }),
    // Zero values are omitted.
    schematicId({
      ...NOTHING,
      customization: {
        bootloader: "none",
        secureboot: { includeWellKnownCertificates: false },
        diskImage: { sectorSize: 0 },
        meta: [],
      },
    }),
  ]);
  deepStrictEqual(ids, [
    "e68a7f61db64487690d50b440c65ec7aa8b446a2ddb7772e671cbdec4c05d3cf",
    "ca284ec01d86697695e403d285c62c8a05e6cc13983a0707b49973a5a27118c8",
    "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba",
  ]);
});
