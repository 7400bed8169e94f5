/** Secrets that are malformed in many ways appear in no error. */
import { ok, strictEqual } from "node:assert/strict";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { report } from "../../../lib/cli/report.ts";
import { encryptAge } from "../../../lib/encrypted_files/age_file.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { readS3Credentials } from "../../../lib/node/etcd/snapshot/s3_settings.ts";
import { runCommand } from "../../helpers/run_command.ts";

/** Contained in every secret; in base64 and age's alphabet. */
const MARK = "MARKED7QX";

/** Ways to damage a secret. */
const DAMAGES: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => secret.slice(0, -1),
  (secret) => secret.slice(1),
  (secret) => secret + secret,
  (secret) => secret.toLowerCase(),
  (secret) => `${secret[0]!.toLowerCase()}${secret.slice(1)}`,
  (secret) => `${secret} `,
  (secret) => `  ${secret}`,
  (secret) => `\t${secret}\t`,
  (secret) => `${secret.slice(0, 20)}\n${secret.slice(20)}`,
  (secret) => `${secret}\r\n${secret}`,
  (secret) => `"${secret}"`,
  (secret) => `'${secret}'`,
  (secret) => `\`${secret}`,
  (secret) => `${secret}é😀`,
  (secret) => secret.replaceAll("A", "\u0410"),
  (secret) => secret.replaceAll("-", "_"),
  (secret) => `${secret.slice(0, 20)} ${secret.slice(20)}`,
  (secret) => `${secret.slice(0, 25)}\x1b[31m${secret.slice(25)}`,
  (secret) => secret.repeat(500),
  (secret) => `export KEY=${secret};`,
  (secret) => `${secret}: {[`,
  (secret) => secret.split("").join("\\"),
  (secret) => encodeURIComponent(`%${secret}%`),
];

function absent(text: string, damaged: string): void {
  ok(!text.toLowerCase().includes(MARK.toLowerCase()), `${JSON.stringify(damaged)}\n${text}`);
  ok(!text.includes("internal error"), text);
}

const AGE_KEY = `AGE-SECRET-KEY-1${MARK}${"Q".repeat(49)}`;

Deno.test("a damaged age identity appears in no error, of the environment or of a file", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-marked-" });
  try {
    const other = await identityToRecipient(await generateIdentity());
    const cluster = "name: lab\nendpoint: https://10.0.0.1:6443\nos: {version: v1.8.4}\n" +
      "kubernetes: {version: v1.31.4}\ninstall: {disk: /dev/sda}\n" +
      "controlPlane: {nodes: [{name: a, addresses: [10.0.0.2]}]}\n";
    await Deno.writeTextFile(`${home}/cluster.yaml`, cluster);
    await Deno.writeTextFile(`${home}/secrets.yaml`, await encryptAge("a: b", [other]));
    for (const damage of DAMAGES) {
      const key = damage(AGE_KEY);
      await Deno.writeTextFile(`${home}/keys.txt`, key);
      for (const env of [{ SOPS_AGE_KEY: key }, { SOPS_AGE_KEY_FILE: `${home}/keys.txt` }]) {
        for (const debug of ["", "1"]) {
          const { code, stdout, stderr } = await runCommand(["cluster", "validate"], {
            home,
            cwd: home,
            env: { ...env, OSCTL_DEBUG: debug },
          });
          strictEqual(code, 1, stderr);
          absent(stdout + stderr, key);
        }
      }
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("damaged credentials of an object store are rejected, or valid as headers", () => {
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]) {
    for (const damage of DAMAGES) {
      const value = damage(`${MARK}/+abcdefghijklmnopqrstuvwxyz0123456789`);
      const values: Record<string, string> = {
        AWS_ACCESS_KEY_ID: "id",
        AWS_SECRET_ACCESS_KEY: "key",
        [name]: value,
      };
      try {
        readS3Credentials({ get: (name) => values[name] });
        new Headers({ "x-amz-security-token": value });
      } catch (error) {
        ok(error instanceof OsctlError, `${error}`);
        absent(error.message + error.hint, value);
      }
    }
  }
});

Deno.test("damaged variables of the environment appear in no error of an import or a cluster file", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-marked-" });
  try {
    const talconfig = (field: string) =>
      "clusterName: lab\ntalosVersion: v1.8.4\nkubernetesVersion: v1.31.4\n" +
      "endpoint: https://10.0.0.1:6443\nnodes: [{hostname: a, ipAddress: 10.0.0.2, " +
      `controlPlane: true, installDisk: /dev/sda}]\n${field}: "\${SECRET}"\n`;
    const fields = ["talosVersion", "kubernetesVersion", "endpoint", "domain", "nodes", "patches"];
    for (const damage of DAMAGES) {
      const value = damage(`${MARK}-abcdefghijklmnop`);
      for (const field of fields) {
        const text = talconfig(field);
        const kept = text.split("\n").filter((line) =>
          line.includes("$") || !line.startsWith(field)
        );
        await Deno.writeTextFile(`${home}/talconfig.yaml`, kept.join("\n"));
        const { stderr } = await runCommand(
          ["cluster", "import", "talconfig.yaml", "--file", "new.yaml", "--force"],
          { home, cwd: home, env: { SECRET: value } },
        );
        absent(stderr, value);
      }
      const cluster = 'name: "${SECRET}"\nendpoint: "${SECRET}"\nos: {version: "${SECRET}"}\n' +
        'kubernetes: {version: "${SECRET}"}\ninstall: {disk: /dev/sda}\n' +
        'variables: {SECRET: null}\ncontrolPlane: {nodes: [{name: "${SECRET}", addresses: ["${SECRET}"]}]}\n';
      await Deno.writeTextFile(`${home}/cluster.yaml`, cluster);
      const { code, stderr } = await runCommand(["cluster", "validate"], {
        home,
        cwd: home,
        env: { SECRET: value },
      });
      strictEqual(code, 1, stderr);
      absent(stderr, value);
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("an error of a library appears without quotations, keys and tokens", () => {
  for (const debug of [false, true]) {
    for (const damage of DAMAGES) {
      const value = damage(`${MARK}/+abcdefghijklmnopqrstuvwxyz0123456789`);
      for (
        const error of [
          new TypeError(`Invalid header value: ${JSON.stringify(value)}`),
          new Error(`Invalid checksum in ${value.replaceAll(/\s/g, "")}: expected "abc"`),
          new Error("outer", { cause: new TypeError(`unexpected '${value}'`) }),
        ]
      ) {
        const text = report(error, { typed: "osctl", debug, secrets: [value] });
        ok(!text.toLowerCase().includes(MARK.toLowerCase()), `${JSON.stringify(value)}\n${text}`);
      }
    }
  }
  strictEqual(
    report(new TypeError("Cannot read properties of undefined (reading 'length')"), {
      typed: "osctl",
      debug: false,
    }).split(";")[0],
    "osctl: internal error: TypeError: Cannot read properties of undefined (reading 'length')",
  );
});

Deno.test("words of an error that a key's prefix contains remain", () => {
  const error = new OsctlError("file", '"secrets.yaml" already exists');
  strictEqual(
    report(error, { typed: "osctl", debug: false, secrets: [AGE_KEY] }),
    'osctl: "secrets.yaml" already exists\n',
  );
});
