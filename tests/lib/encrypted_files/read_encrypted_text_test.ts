/**
 * Files that sops 3.9.4 and age 1.2.1 encrypted (`data/`), files of our own, and changed ones. The
 * identity in `data/identity.txt` was generated for these tests.
 */
import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { encryptAge, parseRecipients } from "../../../lib/encrypted_files/age_file.ts";
import { encryptSops } from "../../../lib/encrypted_files/encrypt_sops.ts";
import { isEncrypted, readEncryptedText } from "../../../lib/encrypted_files/mod.ts";
import { parseYaml, toData } from "../../../lib/yaml/mod.ts";
import { fakeSystem, wallClock } from "../../helpers/fake_system.ts";

const DATA = new URL("./data/", import.meta.url).pathname;
const KEY_FILE = `${DATA}identity.txt`;
const RECIPIENT = "age1v99qz3eut5dt8gyp3azfd0gamnzluw8wc5n5j7hj0r2ewtn9xcdqa5aqf4";

const CONTENT = {
  cluster: { id: "QkFTRTY0", secret: "quoted, with: colon", empty: "", nothing: null },
  secrets: { bootstraptoken: "abcdef.0123456789abcdef" },
  numbers: { int: 42, negative: -7, float: 1.5, small: 1e-7, large: 1e21, on: true, off: false },
  list: ["one", { two: "nested", three: [4, "five"] }],
  visible_unencrypted: "seen",
  multi: "line 1\nline 2\n",
  tail: "end",
};

function systemOf(env: Record<string, string>, cwd = DATA, home = "/nonexistent") {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  return fakeSystem({ env, cwd, home, clock: wallClock, random });
}

const withKey = systemOf({ SOPS_AGE_KEY_FILE: KEY_FILE });

const dataOf = (text: string) => toData(parseYaml(text).documents[0]!.root);

/** Runs `body` with a file of this text. */
async function withFile(
  text: string | Uint8Array,
  body: (path: string) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  try {
    if (typeof text === "string") await Deno.writeTextFile(path, text);
    else await Deno.writeFile(path, text);
    await body(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("files of sops are decrypted, in YAML and JSON, with each rule of the MAC", async () => {
  for (const name of ["yaml.sops", "json.sops", "mac_only.sops"]) {
    ok(await isEncrypted(withKey, name));
    deepEqual(dataOf(await readEncryptedText(withKey, name)), CONTENT, name);
  }
});

Deno.test("a decrypted text has each value on its line of the file", async () => {
  const before = (await Deno.readTextFile(`${DATA}yaml.sops`)).split("\n");
  const after = (await readEncryptedText(withKey, "yaml.sops")).split("\n");
  const line = before.findIndex((text) => text.startsWith("tail:"));
  equal(after[line], 'tail: "end"');
  ok(!after.some((text) => text.startsWith("sops:")));
});

Deno.test("what is encrypted here has the metadata of sops, and is decrypted", async () => {
  const plain = `a: {b: "text", c: [1, true]}\nlong: |\n  one\n  two\nopen_unencrypted: 3\nz: ""\n`;
  const text = await encryptSops(plain, { name: "x", recipients: [RECIPIENT] }, withKey);
  doesNotMatch(text, /text|one|two\n/);
  match(text, /^open_unencrypted: 3$/m);
  const { age, version, unencrypted_suffix: suffix } = (dataOf(text) as {
    sops: { age: { recipient: string }[]; version: string; unencrypted_suffix: string };
  }).sops;
  deepEqual([age[0]!.recipient, version, suffix], [RECIPIENT, "3.9.4", "_unencrypted"]);
  await withFile(text, async (path) => {
    deepEqual(dataOf(await readEncryptedText(withKey, path)), dataOf(plain));
  });
  await rejects(
    encryptSops("a: &x 1\nb: *x\n", { name: "x.yaml", recipients: [RECIPIENT] }, withKey),
    /x\.yaml:2:4: encrypted files cannot contain aliases/,
  );
});

Deno.test("each change of a file is refused, without its values in the error", async () => {
  const text = await Deno.readTextFile(`${DATA}yaml.sops`);
  const id = /(?<= {4}id: )ENC.*/.exec(text)![0];
  const secret = /(?<= {4}secret: )ENC.*/.exec(text)![0];
  const cases: [changed: string, message: RegExp][] = [
    [text.replace(id, secret), /:3:9: "cluster\.id" cannot be decrypted/],
    [text.replace(id, `${id.slice(0, 30)}A${id.slice(31)}`), /:3:9: "cluster\.id" cannot be/],
    [text.replace("    id: ", "    ids: "), /"cluster\.ids" cannot be decrypted/],
    [text.replace(id, "plain"), /"cluster\.id" cannot be decrypted/],
    [text.replace(`    id: ${id}\n`, ""), /MAC mismatch: the file was changed/],
    [text.replace("visible_unencrypted: seen", "visible_unencrypted: other"), /MAC mismatch/],
    [text.replace(/lastmodified: "20../, 'lastmodified: "203'), /MAC mismatch/],
    [text.replace(/ {4}mac: .*\n/, '    mac: ""\n'), /"sops" has no "mac"/],
    [text.replace(/ {4}secret: /, "    empty: &x "), /"cluster\.empty" cannot be decrypted/],
  ];
  for (const [changed, message] of cases) {
    ok(changed !== text);
    await withFile(changed, async (path) => {
      const error = await readEncryptedText(withKey, path).catch((error: unknown) => error);
      ok(error instanceof OsctlError, String(error));
      match(error.message, message);
      doesNotMatch(error.message, /QkFTRTY0|quoted|abcdef/);
    });
  }
});

Deno.test("identities come from the variables and the configuration folder", async () => {
  const identity = (await Deno.readTextFile(KEY_FILE)).trim();
  const folder = await Deno.makeTempDir();
  try {
    const read = (env: Record<string, string>) =>
      readEncryptedText(systemOf(env, DATA, folder), "yaml.sops");
    const other = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
    await rejects(read({}), {
      message: `"yaml.sops" cannot be decrypted: no identity matches ${RECIPIENT}`,
      hint: `set SOPS_AGE_KEY_FILE to a file of age-keygen, or write ` +
        `"${folder}/.config/sops/age/keys.txt"`,
    });
    await rejects(read({ SOPS_AGE_KEY: other }), /none of 1 identity is of age1v99/);
    ok(await read({ SOPS_AGE_KEY: `# two\n${other}\n${identity}\n` }));
    await Deno.mkdir(`${folder}/.config/sops/age`, { recursive: true });
    await Deno.writeTextFile(`${folder}/.config/sops/age/keys.txt`, `${identity}\n`);
    ok(await read({}));
    ok(await read({ SOPS_AGE_KEY: other }));
    const failure = await read({ SOPS_AGE_KEY: `${identity}x` }).catch((error: unknown) => error);
    equal((failure as Error).message, "SOPS_AGE_KEY: line 1 is not an age identity");
    await rejects(read({ SOPS_AGE_KEY_FILE: "missing.txt" }), /missing\.txt.*no such file/i);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("age files are decrypted, binary and armored; damaged ones are refused", async () => {
  for (const name of ["binary.age", "armored.age"]) {
    equal(await readEncryptedText(withKey, name), "cluster: {}\n");
    await rejects(
      readEncryptedText(systemOf({}), name),
      new RegExp(`"${name}" is encrypted with age, and no identity is set`),
    );
  }
  const bytes = await Deno.readFile(`${DATA}binary.age`);
  for (const damaged of [bytes.slice(0, -1), bytes.slice(0, 60), bytes.with(bytes.length - 3, 0)]) {
    await withFile(damaged, async (path) => {
      await rejects(readEncryptedText(withKey, path), /none matches, or the file is corrupt/);
    });
  }
  const armored = await encryptAge("a: ü\n", [RECIPIENT]);
  await withFile(armored, async (path) => {
    equal(await readEncryptedText(withKey, path), "a: ü\n");
  });
});

Deno.test("recipients are checked, and a secret key among them is not quoted", () => {
  deepEqual(parseRecipients([RECIPIENT, RECIPIENT]), [RECIPIENT]);
  const errorOf = (recipient: string) => {
    try {
      parseRecipients([recipient]);
    } catch (error) {
      return error instanceof OsctlError ? `${error.kind}: ${error.message}` : String(error);
    }
    return "accepted";
  };
  equal(errorOf("age1abc"), 'usage: "age1abc" is not an age recipient');
  equal(errorOf(`AGE-SECRET-KEY-1QQ`), "usage: a secret key is not an age recipient");
});

Deno.test("other keys and rules are left to the sops program", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const text = await Deno.readTextFile(`${DATA}yaml.sops`);
    const path = `${folder}/secrets.yaml`;
    const withPgp = text.replace("    pgp: []", "    pgp:\n        - fp: F00\n          enc: x");
    await Deno.writeTextFile(path, withPgp);
    const program = async (script: string) => {
      await Deno.writeTextFile(`${folder}/sops`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const system = systemOf({}, folder);
      system.spawn = (command, options) =>
        new Deno.Command(`${folder}/${command}`, options).spawn();
      return readEncryptedText(system, "secrets.yaml");
    };
    equal(await program('echo "args: $*"'), `args: --decrypt --output-type yaml ${path}\n`);
    await rejects(program("exit 128"), {
      message: '"secrets.yaml" requires the sops program for "pgp": exit code 128',
      hint: "run it by hand: sops --decrypt secrets.yaml",
    });
    await Deno.remove(`${folder}/sops`);
    const system = systemOf({}, folder);
    system.spawn = (command, options) => new Deno.Command(`${folder}/${command}`, options).spawn();
    await rejects(readEncryptedText(system, "secrets.yaml"), {
      message: /requires the sops program for "pgp": it cannot be started: /,
      hint: "install sops",
    });
    // An identity of one of the keys is enough.
    equal(
      (await readEncryptedText(systemOf({ SOPS_AGE_KEY_FILE: KEY_FILE }, folder), path)).length > 0,
      true,
    );
    await Deno.writeTextFile(
      path,
      text.replace("    pgp: []", "    shamir_threshold: 2\n    key_groups: [{age: []}]"),
    );
    await rejects(
      readEncryptedText(system, "secrets.yaml"),
      /sops program for "key_groups"/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("other files are returned as they are", async () => {
  const others = [
    ...[
      "",
      "a: 1\n",
      "sops: no\nx: ENC[1]\n",
      "- sops\n- ENC[\n",
      "sops: ENC[\n{",
      "a: 1\n---\nb: ENC[sops\n",
    ],
    "inline: |\n  x: ENC[1]\n  sops:\n    mac: x\n",
  ];
  for (const text of others) {
    await withFile(text, async (path) => {
      equal(await readEncryptedText(systemOf({}), path), text);
      equal(await isEncrypted(withKey, path), false);
    });
  }
  await withFile(Uint8Array.of(0xff, 0xfe), async (path) => {
    await rejects(readEncryptedText(withKey, path), /is not UTF-8 text/);
  });
});
