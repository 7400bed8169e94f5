/**
 * The reference client generates the same machine configurations from the same secrets, and accepts
 * ours. Runs where `OSCTL_BENCH_REFERENCE` names its executable of v1.8, and
 * `OSCTL_BENCH_REFERENCE_V1_4` that of v1.4. Results: docs/parity.md.
 */
import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { readCertificate } from "../../lib/pki/mod.ts";
import { writeBundle } from "../../lib/machineconfig/generate/mod.ts";
import { runCommand } from "../helpers/run_command.ts";
import {
  EVERYTHING,
  EVERYTHING_ACCEPTED,
  FLAG_SETS,
  type FlagSet,
  originalFlags,
} from "./generation_matrix.ts";
import { testBundle } from "../helpers/test_bundle.ts";

/** Interface release, path of the reference client, and the versions it supports. */
const SIDES = [
  {
    release: "v1.8",
    original: Deno.env.get("OSCTL_BENCH_REFERENCE"),
    contracts: ["", "v1.8", "v1.7", "v1.6", "v1.5", "v1.4", "v1.3", "v1.2", "v1.1", "v1.0"],
  },
  {
    release: "v1.4",
    original: Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
    contracts: ["", "v1.4", "v1.3", "v1.2", "v1.1", "v1.0", "v0.14", "v0.13", "v0.12", "v0.11"]
      .concat("v0.10", "v0.9", "v0.8"),
  },
] as const;

const PLAIN = ["--with-docs=false", "--with-examples=false"];
const FILES = ["controlplane.yaml", "worker.yaml"];

interface Place {
  readonly path: string;
  /** Runs the reference client in the directory and returns its exit code and stderr. */
  original(...args: string[]): Promise<{ code: number; stderr: string }>;
  /** Runs this program in the directory. */
  ours(...args: string[]): Promise<{ code: number; stderr: string }>;
}

async function inPlace(
  { release, original }: { release: string; original: string | undefined },
  test: (place: Place) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempDir();
  try {
    await test({
      path,
      async original(...args) {
        const { code, stderr } = await new Deno.Command(original!, {
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
async function makeBoth(
  place: Place,
  { name = "lab", endpoint = "https://192.0.2.10:6443", flags }: FlagSet,
  more: readonly string[],
): Promise<void> {
  const args = ["gen", "config", "--with-secrets", "secrets.yaml", ...flags, ...more];
  const ours = await place.ours(...args, "--force", "-o", "ours", name, endpoint);
  assert.equal(ours.code, 0, ours.stderr);
  const theirs = await place.original(
    ...originalFlags(args),
    ...["--force", "-o", "theirs", name, endpoint],
  );
  assert.equal(theirs.code, 0, theirs.stderr);
}

const read = ({ path }: Place, name: string) => Deno.readTextFile(`${path}/${name}`);

const dataOf = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => document.toJS());

/** Asserts equal data in both; returns the number of files with identical text. */
async function compare(place: Place, title: string): Promise<number> {
  let same = 0;
  for (const file of FILES) {
    const [ours, theirs] = [await read(place, `ours/${file}`), await read(place, `theirs/${file}`)];
    assert.deepEqual(dataOf(ours), dataOf(theirs), `${title}: ${file}`);
    if (ours === theirs) same++;
  }
  return same;
}

const withContract = (contract: string) => contract === "" ? [] : ["--os-version", contract];

for (const side of SIDES) {
  const ignore = side.original === undefined;
  const { release, contracts } = side;

  Deno.test({
    name: `configurations of ${release} have the data of the reference client's, for all flags`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        await Deno.writeTextFile(`${place.path}/secrets.yaml`, writeBundle(await testBundle()));
        let [files, same] = [0, 0];
        for (const contract of contracts) {
          for (const set of [...FLAG_SETS, EVERYTHING]) {
            const title = `${contract || "newest"}, ${set.title}`;
            await makeBoth(place, set, [...withContract(contract), ...PLAIN]);
            same += await compare(place, title);
            files += FILES.length;
          }
        }
        console.log(`${release}: ${files} files with the same data, ${same} of them the same text`);
        assert.equal(same, files);
      }),
  });

  Deno.test({
    name: `configurations of ${release} hold the same data with comments and examples`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        await Deno.writeTextFile(`${place.path}/secrets.yaml`, writeBundle(await testBundle()));
        let files = 0;
        for (const contract of contracts) {
          for (const docs of [true, false]) {
            for (const examples of [true, false]) {
              const style = [`--with-docs=${docs}`, `--with-examples=${examples}`];
              for (const set of [FLAG_SETS[0]!, EVERYTHING]) {
                await makeBoth(place, set, [...withContract(contract), ...style]);
                await compare(place, `${contract || "newest"}, ${set.title}, ${style}`);
                files += FILES.length;
              }
            }
          }
        }
        console.log(`${release}: ${files} files in all styles with the same data`);
      }),
  });

  Deno.test({
    name: `the client configuration of ${release} is like the reference client's`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        await Deno.writeTextFile(`${place.path}/secrets.yaml`, writeBundle(await testBundle()));
        await makeBoth(place, FLAG_SETS[0]!, PLAIN);
        const facts = async (name: string) => {
          const { context, contexts } = parse(await read(place, name));
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
    name: `the reference client of ${release} accepts our configurations`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        await Deno.writeTextFile(`${place.path}/secrets.yaml`, writeBundle(await testBundle()));
        let accepted = 0;
        for (const contract of contracts) {
          for (const set of [FLAG_SETS[0]!, EVERYTHING_ACCEPTED]) {
            await makeBoth(place, set, withContract(contract));
            for (const file of FILES) {
              for (const mode of ["metal", "cloud", "container"]) {
                const verdict = await place.original("validate", "-m", mode, "-c", `ours/${file}`);
                const theirs = await place.original("validate", "-m", mode, "-c", `theirs/${file}`);
                const title = `${contract || "newest"}, ${set.title}, ${file}, ${mode}`;
                assert.deepEqual(
                  verdict.stderr.replaceAll("ours/", ""),
                  theirs.stderr.replaceAll("theirs/", ""),
                  title,
                );
                // Before v1.8, configurations lack fields that the reference client requires of containers.
                if (theirs.code === 0 || mode !== "container") {
                  assert.equal(verdict.code, 0, `${title}: ${verdict.stderr}`);
                  accepted++;
                }
              }
            }
          }
        }
        console.log(`${release}: the reference client accepts ${accepted} files`);
      }),
  });

  Deno.test({
    name: `secrets of ${release} have the shape of the reference client's, for every version`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        for (const contract of contracts) {
          const args = ["gen", "secrets", ...withContract(contract), "--force", "-o"];
          assert.equal((await place.ours(...args, "ours.yaml")).code, 0);
          assert.equal((await place.original(...originalFlags(args), "theirs.yaml")).code, 0);
          assert.deepEqual(
            kinds(parse(await read(place, "ours.yaml"))),
            kinds(parse(await read(place, "theirs.yaml"))),
            contract,
          );
        }
      }),
  });

  Deno.test({
    name:
      `secrets of the reference client of ${release} yield the same configurations in both clients`,
    ignore,
    fn: () =>
      inPlace(side, async (place) => {
        for (const contract of contracts) {
          const version = withContract(contract);
          const made = await place.original(
            ...originalFlags(["gen", "secrets", "--force", ...version]),
          );
          assert.equal(made.code, 0, made.stderr);
          await makeBoth(place, FLAG_SETS[0]!, [...version, ...PLAIN]);
          assert.equal(await compare(place, contract), FILES.length);
        }
      }),
  });
}

/** Returns the shape of the secrets without random values. */
function kinds(bundle: Record<string, Record<string, unknown>>): unknown {
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
  name: "gen secrets imports a configuration and a Kubernetes PKI like the reference client",
  ignore: SIDES[0].original === undefined,
  fn: () =>
    inPlace(SIDES[0], async (place) => {
      const { path } = place;
      await Deno.writeTextFile(`${path}/secrets.yaml`, writeBundle(await testBundle()));
      await makeBoth(place, FLAG_SETS[0]!, []);
      const args = ["gen", "secrets", "--from-controlplane-config", "ours/controlplane.yaml", "-o"];
      assert.equal((await place.ours(...args, "ours.yaml")).code, 0);
      assert.equal((await place.original(...args, "theirs.yaml")).code, 0);
      assert.equal(await read(place, "ours.yaml"), await read(place, "theirs.yaml"));

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
      assert.equal((await place.ours(...pki, "ours.yaml")).code, 0);
      assert.equal((await place.original(...pki, "theirs.yaml")).code, 0);
      const kept = async (name: string) => {
        const { certs: { os: _new, ...taken }, secrets } = parse(await read(place, name));
        return { taken, token: secrets.bootstraptoken };
      };
      assert.deepEqual(await kept("ours.yaml"), await kept("theirs.yaml"));
    }),
});
