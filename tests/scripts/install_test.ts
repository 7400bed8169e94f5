import { delimiter } from "node:path";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { installBundle, missingSteps } from "../../scripts/install.ts";
import { V8_FLAGS } from "../../scripts/project.ts";
import { listNames } from "../../scripts/list_files.ts";

/** Writes a bundle of two files, which prints its build. */
async function writeBundle(folder: string, build: string): Promise<string> {
  const bundleFolder = `${folder}/dist`;
  await Deno.remove(bundleFolder, { recursive: true }).catch(() => {}); // the first one
  await Deno.mkdir(bundleFolder);
  await Deno.writeTextFile(`${bundleFolder}/main.js`, `import "./call-${build}.js";\n`);
  await Deno.writeTextFile(
    `${bundleFolder}/call-${build}.js`,
    `console.log("${build}", ...Deno.args);\n`,
  );
  return bundleFolder;
}

Deno.test("install replaces an earlier installation, which outlives the checkout", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl install-" });
  try {
    const root = `${folder}/.deno`;
    const run = async (launcher: string) => {
      const { code, stdout, stderr } = await new Deno.Command(launcher, {
        args: ["a b"],
        env: {
          PATH: `${Deno.execPath().replace(/[/\\][^/\\]*$/, "")}${delimiter}${
            Deno.env.get("PATH")
          }`,
        },
      }).output();
      equal(code, 0, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout);
    };
    const builds = ["00000001", "00000002", "00000003"];
    for (const build of builds) {
      const bundleFolder = await writeBundle(folder, build);
      const launcher = await installBundle({ bundleFolder, root, isForced: false });
      await Deno.remove(bundleFolder, { recursive: true });
      equal(await run(launcher), `${build} a b\n`);
      ok((await Deno.readTextFile(launcher)).includes(V8_FLAGS), "the flag of executables");
    }
    // A program that was started from the build before can still load its files.
    deepEqual((await listNames(`${root}/osctl`)).sort(), builds.slice(1));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("install keeps another program of the same name", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-install-" });
  try {
    const root = `${folder}/.deno`;
    const launcher = `${root}/bin/osctl${Deno.build.os === "windows" ? ".cmd" : ""}`;
    await Deno.mkdir(`${root}/bin`, { recursive: true });
    await Deno.writeTextFile(launcher, "another program");
    const bundleFolder = await writeBundle(folder, "00000001");
    await rejects(installBundle({ bundleFolder, root, isForced: false }), {
      message: `"${launcher}" is another program; replace it with: deno task install --force`,
    });
    equal(await Deno.readTextFile(launcher), "another program");
    equal(await installBundle({ bundleFolder, root, isForced: true }), launcher);
    match(await Deno.readTextFile(launcher), /00000001/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("install prints what PATH and deno lack", async () => {
  const steps = await missingSteps("/home/me/.deno/bin", "0.0.1");
  equal(
    steps[0],
    'add "/home/me/.deno/bin" to PATH, for example: export PATH="/home/me/.deno/bin:$PATH"',
  );
  ok(steps.length === 2 && steps[1]!.endsWith(": npm install --global deno@0.0.1"), steps.join());
  const first = (Deno.env.get("PATH") ?? "").split(delimiter)[0]!;
  const inPath = await missingSteps(first, "0.0.1");
  equal(inPath.length, 1);
});
