import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { schematicId, schematicText } from "../../../lib/cluster_file/schematic.ts";

const NOTHING = { extensions: [], kernelArguments: [], overlay: undefined };

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
