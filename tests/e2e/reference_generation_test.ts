/**
 * talosctl generates the same machine configurations from the same secrets, and accepts
 * ours. Runs where `OSCTL_BENCH_REFERENCE` names its executable of v1.8, and
 * `OSCTL_BENCH_REFERENCE_V1_4` talosctl v1.4. Results: docs/internals/parity.md.
 */
import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { readCertificate } from "../../lib/pki/mod.ts";
import { writeBundle } from "../../lib/machineconfig/generate/mod.ts";
import { runCommand } from "../helpers/run_command.ts";
import {
  ACCEPTED_FLAGS,
  acceptedBy,
  ALL_FLAGS,
  FLAG_SETS,
  type FlagSet,
  referenceFlags,
} from "./generation_matrix.ts";
import type { SecretsBundle } from "../../lib/pki/secrets_bundle.ts";
import { testBundle } from "../helpers/test_bundle.ts";

/** Interface release, path of talosctl, and the versions it supports. */
const CLIENTS = [
  {
    release: "v1.8",
    reference: Deno.env.get("OSCTL_BENCH_REFERENCE"),
    name: "v1.8",
    minor: 8,
    contracts: ["", "v1.8", "v1.7", "v1.6", "v1.5", "v1.4", "v1.3", "v1.2", "v1.1", "v1.0"],
  },
  {
    release: "v1.4",
    reference: Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
    name: "v1.4",
    minor: 4,
    contracts: ["", "v1.4", "v1.3", "v1.2", "v1.1", "v1.0", "v0.14", "v0.13", "v0.12", "v0.11"]
      .concat("v0.10", "v0.9", "v0.8"),
  },
  ...["v1.9", "v1.10", "v1.11", "v1.12", "v1.13", "v1.14"].map((version) => ({
    release: "v1.8",
    // The client of v1.11 generates the configurations of v1.10.
    reference: Deno.env.get(`OSCTL_BENCH_REFERENCE_${version.toUpperCase().replace(".", "_")}`),
    contracts: [version],
    name: `${version} in v1.8`,
    minor: Number(version.slice("v1.".length)),
  })),
];

const PLAIN = ["--with-docs=false", "--with-examples=false"];
const FILES = ["controlplane.yaml", "worker.yaml"];

interface Clients {
  readonly path: string;
  /** Runs talosctl in the directory and returns its exit code and stderr. */
  reference(...args: string[]): Promise<{ code: number; stderr: string }>;
  /** Runs osctl in the directory. */
  ours(...args: string[]): Promise<{ code: number; stderr: string }>;
}

async function withClients(
  { release, reference }: { release: string; reference: string | undefined },
  test: (clients: Clients) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await test({
      path,
      async reference(...args) {
        const { code, stderr } = await new Deno.Command(reference!, {
          args,
          cwd: path,
          clearEnv: true,
          env: { HOME: path, PATH: "/usr/bin:/bin" },
          stdin: "null",
        }).output();
        return { code, stderr: new TextDecoder().decode(stderr) };
      },
      ours: (...args) => runCommand(args, { cwd: path, release }),
    });
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

/** Generates the files of both clients in `ours` and `theirs`. */
async function generateBoth(
  clients: Clients,
  { name = "lab", endpoint = "https://192.0.2.10:6443", flags }: FlagSet,
  more: readonly string[],
): Promise<void> {
  const args = ["gen", "config", "--with-secrets", "secrets.yaml", ...flags, ...more];
  const ours = await clients.ours(...args, "--force", "-o", "ours", name, endpoint);
  assert.equal(ours.code, 0, ours.stderr);
  const theirs = await clients.reference(
    ...referenceFlags(args),
    ...["--force", "-o", "theirs", name, endpoint],
  );
  assert.equal(theirs.code, 0, theirs.stderr);
}

const read = ({ path }: Clients, name: string) => Deno.readTextFile(`${path}/${name}`);

const dataOf = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => document.toJS());

/** Asserts equal data in both; returns the number of files with identical text. */
async function compare(clients: Clients, title: string): Promise<number> {
  let same = 0;
  for (const file of FILES) {
    const [ours, theirs] = [
      await read(clients, `ours/${file}`),
      await read(clients, `theirs/${file}`),
    ];
    assert.deepEqual(dataOf(ours), dataOf(theirs), `${title}: ${file}`);
    if (ours === theirs) same++;
  }
  return same;
}

const withContract = (contract: string) => contract === "" ? [] : ["--os-version", contract];

/** Returns a bundle; clients of v1.10 and newer accept one encryption secret only. */
async function bundleFor(minor: number): Promise<SecretsBundle> {
  const bundle = await testBundle();
  if (minor < 10) return bundle;
  const { aescbcEncryptionSecret: _, ...secrets } = bundle.secrets;
  return { ...bundle, secrets };
}

for (const client of CLIENTS) {
  const ignore = client.reference === undefined;
  const { contracts, name } = client;
  const flagSets = [...FLAG_SETS, ALL_FLAGS].map((set) => acceptedBy(client.minor, set));
  const allFlags = acceptedBy(client.minor, ALL_FLAGS);

  Deno.test({
    name: `gen config of ${name} writes the same text as talosctl for all flags`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        await Deno.writeTextFile(
          `${clients.path}/secrets.yaml`,
          writeBundle(await bundleFor(client.minor)),
        );
        let [files, same] = [0, 0];
        for (const contract of contracts) {
          for (const set of flagSets) {
            const title = `${contract || "newest"}, ${set.title}`;
            await generateBoth(clients, set, [...withContract(contract), ...PLAIN]);
            same += await compare(clients, title);
            files += FILES.length;
          }
        }
        console.log(`${name}: ${files} files with the same data, ${same} of them the same text`);
        assert.equal(same, files);
      }),
  });

  Deno.test({
    name: `gen config of ${name} writes the same data as talosctl with comments and examples`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        await Deno.writeTextFile(
          `${clients.path}/secrets.yaml`,
          writeBundle(await bundleFor(client.minor)),
        );
        let files = 0;
        for (const contract of contracts) {
          for (const docs of [true, false]) {
            for (const examples of [true, false]) {
              const style = [`--with-docs=${docs}`, `--with-examples=${examples}`];
              for (const set of [FLAG_SETS[0]!, allFlags]) {
                await generateBoth(clients, set, [...withContract(contract), ...style]);
                await compare(clients, `${contract || "newest"}, ${set.title}, ${style}`);
                files += FILES.length;
              }
            }
          }
        }
        console.log(`${name}: ${files} files in all styles with the same data`);
      }),
  });

  Deno.test({
    name: `gen config of ${name} writes the same client configuration as talosctl`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        await Deno.writeTextFile(
          `${clients.path}/secrets.yaml`,
          writeBundle(await bundleFor(client.minor)),
        );
        await generateBoth(clients, FLAG_SETS[0]!, PLAIN);
        const facts = async (name: string) => {
          const { context, contexts } = parse(await read(clients, name));
          const { crt, key, ...rest } = contexts[context];
          const certificate = readCertificate(atob(crt));
          const { organizations, keyUsages, extKeyUsages, notBefore, notAfter } = certificate;
          const label = atob(key).split("\n")[0];
          const hours = (notAfter - notBefore) / 3_600_000;
          return { context, rest, organizations, keyUsages, extKeyUsages, hours, label };
        };
        assert.deepEqual(await facts("ours/osconfig"), await facts("theirs/talosconfig"));
      }),
  });

  Deno.test({
    name: `talosctl of ${name} accepts configurations of gen config`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        await Deno.writeTextFile(
          `${clients.path}/secrets.yaml`,
          writeBundle(await bundleFor(client.minor)),
        );
        let accepted = 0;
        for (const contract of contracts) {
          for (const set of [FLAG_SETS[0]!, acceptedBy(client.minor, ACCEPTED_FLAGS)]) {
            await generateBoth(clients, set, withContract(contract));
            for (const file of FILES) {
              for (const mode of ["metal", "cloud", "container"]) {
                const ours = await clients.reference("validate", "-m", mode, "-c", `ours/${file}`);
                const theirs = await clients.reference(
                  "validate",
                  "-m",
                  mode,
                  "-c",
                  `theirs/${file}`,
                );
                const title = `${contract || "newest"}, ${set.title}, ${file}, ${mode}`;
                assert.deepEqual(
                  ours.stderr.replaceAll("ours/", ""),
                  theirs.stderr.replaceAll("theirs/", ""),
                  title,
                );
                // Before v1.8, configurations lack fields that talosctl requires of
                // containers; from v1.12 on it rejects the hostname of the patch.
                const isDefault = set === FLAG_SETS[0] && mode !== "container";
                if (theirs.code === 0 || isDefault || client.minor < 12 && mode !== "container") {
                  assert.equal(ours.code, 0, `${title}: ${ours.stderr}`);
                  accepted++;
                }
              }
            }
          }
        }
        console.log(`${name}: talosctl accepts ${accepted} files`);
      }),
  });

  Deno.test({
    name: `gen secrets of ${name} writes secrets of the same shape as talosctl for every version`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        for (const contract of contracts) {
          const args = ["gen", "secrets", ...withContract(contract), "--force", "-o"];
          assert.equal((await clients.ours(...args, "ours.yaml")).code, 0);
          assert.equal((await clients.reference(...referenceFlags(args), "theirs.yaml")).code, 0);
          assert.deepEqual(
            shapeOf(parse(await read(clients, "ours.yaml"))),
            shapeOf(parse(await read(clients, "theirs.yaml"))),
            contract,
          );
        }
      }),
  });

  Deno.test({
    name: `gen config of ${name} writes the same text from secrets of talosctl`,
    ignore,
    fn: () =>
      withClients(client, async (clients) => {
        for (const contract of contracts) {
          const version = withContract(contract);
          const generated = await clients.reference(
            ...referenceFlags(["gen", "secrets", "--force", ...version]),
          );
          assert.equal(generated.code, 0, generated.stderr);
          await generateBoth(clients, FLAG_SETS[0]!, [...version, ...PLAIN]);
          assert.equal(await compare(clients, contract), FILES.length);
        }
      }),
  });
}

/** Returns the shape of the secrets without random values. */
function shapeOf(bundle: Record<string, Record<string, unknown>>): unknown {
  const shape = (value: unknown): unknown => {
    if (typeof value !== "string") {
      return value === null ? null : Object.fromEntries(
        Object.entries(value as Record<string, unknown>).map(([key, one]) => [key, shape(one)]),
      );
    }
    if (!value.startsWith("LS0t")) return value.replaceAll(/[A-Za-z0-9+/_-]/g, "x");
    const pem = atob(value);
    const [label] = pem.split("\n");
    if (label !== "-----BEGIN CERTIFICATE-----") return label;
    const certificate = readCertificate(pem);
    return {
      organizations: certificate.organizations,
      key: certificate.keyAlgorithm,
      signature: certificate.signatureAlgorithm?.title,
      usages: [...certificate.keyUsages, ...certificate.extKeyUsages],
      hours: (certificate.notAfter - certificate.notBefore) / 3_600_000,
    };
  };
  return shape(bundle);
}

Deno.test({
  name: "gen secrets imports a configuration and a Kubernetes PKI like talosctl",
  ignore: CLIENTS[0]!.reference === undefined,
  fn: () =>
    withClients(CLIENTS[0]!, async (clients) => {
      const { path } = clients;
      await Deno.writeTextFile(`${path}/secrets.yaml`, writeBundle(await testBundle()));
      await generateBoth(clients, FLAG_SETS[0]!, []);
      const args = ["gen", "secrets", "--from-controlplane-config", "ours/controlplane.yaml", "-o"];
      assert.equal((await clients.ours(...args, "ours.yaml")).code, 0);
      assert.equal((await clients.reference(...args, "theirs.yaml")).code, 0);
      assert.equal(await read(clients, "ours.yaml"), await read(clients, "theirs.yaml"));

      const { certs } = await testBundle();
      await Deno.mkdir(`${path}/pki/etcd`, { recursive: true });
      const pairs = {
        ca: certs.k8s,
        "etcd/ca": certs.etcd,
        "front-proxy-ca": certs.k8sAggregator!,
      };
      for (const [name, { crt, key }] of Object.entries(pairs)) {
        await Deno.writeTextFile(`${path}/pki/${name}.crt`, crt);
        await Deno.writeTextFile(`${path}/pki/${name}.key`, key);
      }
      await Deno.writeTextFile(`${path}/pki/sa.key`, certs.k8sServiceAccount!.key);
      const pki = ["gen", "secrets", "-p", "pki", "-t", "abcdef.0123456789abcdef", "--force", "-o"];
      assert.equal((await clients.ours(...pki, "ours.yaml")).code, 0);
      assert.equal((await clients.reference(...pki, "theirs.yaml")).code, 0);
      const imported = async (name: string) => {
        const { certs: { os: _new, ...authorities }, secrets } = parse(await read(clients, name));
        return { authorities, token: secrets.bootstraptoken };
      };
      assert.deepEqual(await imported("ours.yaml"), await imported("theirs.yaml"));
    }),
});
