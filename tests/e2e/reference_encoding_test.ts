/**
 * talosctl decodes and encodes our configurations to identical bytes. Runs where
 * `OSCTL_BENCH_REFERENCE` names its executable.
 */
import { strictEqual } from "node:assert/strict";
import type { ConfigDocument, Data, Value } from "../../lib/machineconfig/data.ts";
import { encodeConfig } from "../../lib/machineconfig/encode/mod.ts";
import { DOCUMENTS, MAIN } from "../../lib/machineconfig/schema/documents.ts";
import { isLater } from "../../lib/machineconfig/schema/releases.ts";
import type {
  ConfigRelease,
  Field,
  FieldType,
  ObjectType,
} from "../../lib/machineconfig/schema/types.ts";
import { CONTROL_PLANE, WORKER } from "../lib/machineconfig/encode/configs.ts";
import { uncommentEach } from "../lib/machineconfig/encode/uncomment.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Release of talosctl, such as `v1.8.4`. */
async function referenceTag(): Promise<string> {
  const { stdout } = await new Deno.Command(reference!, {
    args: ["version", "--client", "--short"],
  })
    .output();
  return /v\d+\.\d+\.\S+/.exec(new TextDecoder().decode(stdout))?.[0] ?? "";
}

function releaseOf(tag: string): ConfigRelease {
  return `v1.${Number(tag.split(".")[1])}`;
}

/** Returns talosctl's encoding of a text after an empty patch. */
async function rewritten(text: string, folder: string): Promise<string> {
  await Deno.writeTextFile(`${folder}/node.yaml`, text);
  const args = ["machineconfig", "patch", "node.yaml", "--patch", '{"machine":{}}'];
  const { success, stdout, stderr } = await new Deno.Command(reference!, { args, cwd: folder })
    .output();
  const decoder = new TextDecoder();
  strictEqual(success, true, `${decoder.decode(stderr)}\n${text}`);
  // It appends a line break.
  return decoder.decode(stdout).replace(/\n$/, "");
}

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const plain = (documents: readonly ConfigDocument[]) =>
  encodeConfig(documents, { docs: false, examples: false });

/** A value of a type with all fields of a release. */
function full(type: FieldType, field: Field, release: ConfigRelease): Value {
  if (type.kind === "object") return fullObject(type, release);
  if (type.kind === "list" && type.item.kind === "object") {
    return [fullObject(type.item, release)];
  }
  if (type.kind === "map" && type.value.kind === "object") {
    return { "10.0.0.1:5000": fullObject(type.value, release), "*": {} };
  }
  const example = field.examples?.[0]?.value;
  return (example ?? (type.kind === "bool" ? true : "192.0.2.1/24")) as Value;
}

function fullObject(type: ObjectType, release: ConfigRelease): Data {
  const fields = Object.entries(type.fields).filter(([, { since }]) => !isLater(since, release));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, full(field.type, field, release)]),
  );
}

Deno.test({
  name: "talosctl encodes every field like osctl",
  ignore: reference === undefined,
  fn: () =>
    inFolder(async (folder) => {
      const tag = await referenceTag();
      const release = releaseOf(tag);
      // Added in v1.8.0, absent from its alpha releases.
      const late = tag.includes("alpha") ? ["VolumeConfig", "KubeSpanEndpointsConfig"] : [];
      const documents = DOCUMENTS
        .filter(({ since, kind }) => !isLater(since, release) && !late.includes(kind))
        .map((type) => ({ type, data: fullObject(type.object, release) }));
      const text = plain(documents);
      strictEqual(await rewritten(text, folder), text);
    }),
});

/**
 * Strings that talosctl can encode and decode. After a byte order mark at the start it
 * escapes everything.
 */
const TEXTS = [
  ..."\t\r\0\x07\x1b\x7f\x80\x85\xa0\ufffdé😀#:-?,[]{}&*!|>'\"%@`~=<.+0123yYnN",
].flatMap((char) => [
  char,
  `a${char}b`,
  `a ${char}`,
  `${char} b`,
  `1${char}`,
  `${char}1`,
  `a${char}\nb`,
  `a\nb${char}\n`,
  `a\n\n`,
]);
const AMBIGUOUS_SCALARS =
  "null true False yes NO on Off y ~ << 0x1f 0o17 0b1 08 1_000 1e3 .5 .inf .NaN 1:30 "
    .concat(
      "12:30:45 1:60 2001-01-01 2001-13-01 2001-01-01T00:00:00Z 0xg 1e400 18446744073709551616",
    )
    .split(" ");

Deno.test({
  name: "talosctl encodes strings and keys like osctl",
  ignore: reference === undefined,
  fn: () =>
    inFolder(async (folder) => {
      const texts = [...new Set([...TEXTS, ...AMBIGUOUS_SCALARS, ""])];
      // It formats multi-line keys differently, and large numbers overflow.
      const keys = texts.filter((text) => !/[\n\r\x85]|^<<$|\d{19}/.test(text));
      const machine = {
        type: "worker",
        certSANs: texts,
        kubelet: { extraConfig: { texts: [texts, [texts]] } },
        sysctls: Object.fromEntries(keys.map((text) => [text, text])),
      };
      const text = plain([{ type: MAIN, data: { version: "v1alpha1", machine } }]);
      strictEqual(await rewritten(text, folder), text);
    }),
});

Deno.test({
  name: "talosctl parses comments and uncommented examples",
  ignore: reference === undefined,
  async fn(t) {
    const release = releaseOf(await referenceTag());
    for (
      const [name, config] of Object.entries({ "control plane": CONTROL_PLANE, worker: WORKER })
    ) {
      await t.step({
        // The configurations use features unknown to older releases.
        name: release === "v1.8" ? name : `${name} (skipped: needs v1.8, not ${release})`,
        ignore: release !== "v1.8",
        fn: () => inFolder((folder) => checkComments(config, folder)),
      });
    }
  },
});

async function checkComments(config: ConfigDocument, folder: string): Promise<void> {
  const text = encodeConfig([config], { docs: true, examples: true, release: "v1.8" });
  strictEqual(await rewritten(text, folder), plain([config]));
  const results = new Set([plain([config])]);
  let count = 0;
  for (const { text: changed } of uncommentEach(text)) {
    results.add(await rewritten(changed, folder));
    count++;
  }
  // Each example differs from the others.
  strictEqual(results.size, count + 1);
}
