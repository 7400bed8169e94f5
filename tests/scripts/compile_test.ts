import { deepEqual, equal, match, ok } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { bundle } from "../../scripts/bundle.ts";
import { checkRuntimes, compile, TARGETS } from "../../scripts/compile.ts";
import type { Dependency } from "../../scripts/dependencies.ts";
import { formatLicenses, formatSbom } from "../../scripts/release_files.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/**
 * Runtimes by target, from the npm registry: the newest version that all five systems have there. The
 * compiler appends the payload to whatever runtime it gets; executables with these do not start.
 */
const RUNTIMES: Readonly<Record<string, string>> = {
  "x86_64-unknown-linux-gnu": "@deno/linux-x64-glibc@2.9.5/deno",
  "aarch64-unknown-linux-gnu": "@deno/linux-arm64-glibc@2.9.5/deno",
  "x86_64-apple-darwin": "@deno/darwin-x64@2.9.5/deno",
  "aarch64-apple-darwin": "@deno/darwin-arm64@2.9.5/deno",
  "x86_64-pc-windows-msvc": "@deno/win32-x64@2.9.5/deno.exe",
};

/** First bytes of executables, by the end of the target. */
const FORMATS: readonly [suffix: string, magic: string][] = [
  ["linux-gnu", "7f454c46"],
  ["darwin", "cffaedfe"],
  ["msvc", "4d5a"],
];

/** The payload of an executable is shorter and at its end. */
const PAYLOAD_LIMIT = 24 << 20;

async function fetchRuntime(name: string): Promise<string | undefined> {
  const [, library, version, file] = /^(.+)@([^/]+)\/(.+)$/.exec(name)!;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--no-config", "--quiet", `npm:${library}@${version}`],
    stderr: "null",
  }).output();
  if (!success) return undefined;
  const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(info.stdout)) as { npmCache: string };
  for (const { name: registry } of Deno.readDirSync(npmCache)) {
    const path = `${npmCache}/${registry}/${library}/${version}/${file}`;
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  return undefined;
}

Deno.test("executables of all systems contain the bundle byte for byte", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    const files = (await bundle(ROOT, `${folder}/dist`)).map(({ name }) => name);
    const sources = files.map((name) =>
      [name, Deno.readFileSync(`${folder}/dist/${name}`)] as const
    );
    deepEqual(Object.keys(RUNTIMES), Object.keys(TARGETS));
    for (const [target, name] of Object.entries(RUNTIMES)) {
      const runtime = await fetchRuntime(name);
      if (runtime === undefined && Deno.env.get("CI") === undefined) {
        console.log(`skipped ${target}: ${name} cannot be downloaded`);
        continue;
      }
      ok(runtime, `${name} cannot be downloaded`);
      await t.step(target, async () => {
        const output = `${folder}/${TARGETS[target]}`;
        const bundleFolder = `${folder}/dist`;
        await compile({ root: folder, bundleFolder, files, target, output, runtime });
        const bytes = Buffer.from((await Deno.readFile(output)).buffer);
        const magic = FORMATS.find(([suffix]) => target.endsWith(suffix))![1];
        equal(bytes.subarray(0, magic.length / 2).toString("hex"), magic);
        const payload = bytes.subarray(-PAYLOAD_LIMIT);
        // Files follow each other; a search from the start takes seconds.
        let end = 0;
        for (const [file, source] of sources) {
          let start = payload.indexOf(source, end);
          if (start < 0) start = payload.indexOf(source);
          ok(start >= 0, file);
          end = start + source.length;
        }
        await Deno.remove(output);
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("executables have no code cache, which any user could replace in the shared temporary folder", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    await Deno.writeTextFile(`${folder}/main.js`, "1;\n");
    const output = `${folder}/osctl`;
    await compile({
      root: folder,
      bundleFolder: folder,
      files: ["main.js"],
      target: undefined,
      output,
      runtime: Deno.execPath(),
    });
    const bytes = Buffer.from((await Deno.readFile(output)).buffer);
    // The metadata of the payload: a key names the file of the cache.
    const start = bytes.lastIndexOf('"code_cache_key":');
    ok(start > 0, "the payload has other metadata");
    equal(bytes.subarray(start, start + 21).toString(), '"code_cache_key":null');
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function run(...args: string[]) {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "scripts/compile.ts", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

Deno.test("compile without runtime prints how to supply it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    await Deno.writeTextFile(`${folder}/main.js`, "");
    const failed = compile({
      root: folder,
      bundleFolder: folder,
      files: ["main.js"],
      target: "aarch64-apple-darwin",
      output: `${folder}/osctl`,
      runtime: `${folder}/denort-{target}`,
    });
    const error = await failed.then(() => undefined, (reason: Error) => reason);
    match(error?.message ?? "", /denort-aarch64-apple-darwin/);
    match(error?.message ?? "", /set DENORT_BIN to its path, with \{target\}/);
    deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["main.js"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("compile fails in one line when the runtime part cannot be downloaded", async () => {
  const denoDir = await Deno.makeTempDir({ prefix: "osctl-compile-" });
  try {
    const target = "aarch64-apple-darwin";
    const requested: string[] = [];
    const check = async (answer: Response | Error) => {
      const request = (url: string) => {
        requested.push(url);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      };
      return await checkRuntimes([target], denoDir, request).then(
        () => undefined,
        (error) => String(error.message),
      );
    };
    const { deno } = Deno.version;
    const url = `https://dl.deno.land/release/v${deno}/denort-${target}.zip`;
    const offline = await check(new TypeError("no route to host\ndetails"));
    ok(
      offline?.startsWith(
        `cannot download the runtime part ${url}: no route to host; set DENORT_BIN`,
      ),
    );
    ok(!offline!.includes("\n"), offline);
    match(await check(new Response(null, { status: 404 })) ?? "", /: status 404; set DENORT_BIN /);
    equal(await check(new Response(null)), undefined);
    equal(requested.length, 3);
    await Deno.mkdir(`${denoDir}/dl/release/v${deno}`, { recursive: true });
    await Deno.writeTextFile(`${denoDir}/dl/release/v${deno}/denort-${target}.zip`, "");
    equal(await check(new TypeError("not requested")), undefined);
    equal(requested.length, 3);
  } finally {
    await Deno.remove(denoDir, { recursive: true });
  }
});

Deno.test("compile rejects other arguments than --all", async () => {
  deepEqual(await run("--target"), {
    code: 1,
    stderr: 'compile: unknown argument "--target"; use --all or none\n',
  });
});

const LONG: Dependency = {
  name: "@scope/long",
  version: "5.3.2",
  license: "Apache-2.0",
  licenseText: "Licence text",
  homepage: undefined,
  sha512: "ab".repeat(64),
  uses: [],
  sourceBytes: 0,
  runtimeModules: [],
};

Deno.test("licences name each library and where a text is missing", () => {
  const text = formatLicenses("Own licence", [LONG, {
    ...LONG,
    name: "x",
    licenseText: undefined,
  }]);
  match(text, /^osctl \(MIT\)\n\nOwn licence\n/);
  match(text, /\n@scope\/long 5\.3\.2 \(Apache-2\.0\)\n\nLicence text\n/);
  match(text, /The package contains no text: https:\/\/spdx\.org\/licenses\/Apache-2\.0\.html\n$/);
});

Deno.test("the SBOM lists libraries with checksum, licence and relations", () => {
  const user = { ...LONG, name: "user", uses: ["@scope/long"] };
  const sbom = JSON.parse(formatSbom("1.0.0", [LONG, user], "2.9.6"));
  equal(sbom.specVersion, "1.6");
  equal(sbom.metadata.component.version, "1.0.0");
  const [deno, long] = sbom.components.toSorted((a: { name: string }, b: { name: string }) =>
    a.name < b.name ? -1 : 1
  );
  equal(deno.purl, "pkg:github/denoland/deno@v2.9.6");
  deepEqual([long.group, long.purl], ["@scope", "pkg:npm/%40scope/long@5.3.2"]);
  deepEqual(long.hashes, [{ alg: "SHA-512", content: LONG.sha512 }]);
  deepEqual(sbom.dependencies.find(({ ref }: { ref: string }) => ref === "osctl").dependsOn, [
    "deno@2.9.6",
    "user@5.3.2",
  ]);
});
