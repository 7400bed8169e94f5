import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { loadClientConfig, locateForReading, locateForWriting } from "../../../lib/osconfig/mod.ts";
import { withHome } from "./surroundings.ts";

function fileError(message: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof OsctlError && error.kind === "file" && message.test(error.message);
}

async function touch(path: string): Promise<void> {
  await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.writeTextFile(path, "context: here\n");
}

Deno.test("locateForReading() searches --osconfig, OSCONFIG, home and service account in order", async () => {
  await withHome(async (home, setEnv) => {
    const account = `${home.home}/account`;
    strictEqual(await locateForReading("", home, account), undefined);
    await touch(account);
    strictEqual(await locateForReading("", home, account), account);
    await touch(`${home.home}/.os/config`);
    strictEqual(await locateForReading("", home, account), `${home.home}/.os/config`);
    setEnv("OSCONFIG", `${home.home}/variable`);
    await touch(`${home.home}/variable`);
    strictEqual(await locateForReading("", home, account), `${home.home}/variable`);
    await touch(`${home.home}/flag`);
    strictEqual(await locateForReading("flag", home, account), `${home.home}/flag`);
  });
});

Deno.test("locateForReading() rejects a missing file in OSCONFIG", async () => {
  await withHome(async (home, setEnv) => {
    await touch(`${home.home}/.os/config`);
    setEnv("OSCONFIG", "missing");
    await rejects(
      locateForReading("", home),
      fileError(/^client configuration ".*\/missing" from OSCONFIG does not exist$/),
    );
    strictEqual(await locateForWriting("", home), `${home.home}/missing`);
  });
});

Deno.test("locateForReading() rejects a missing file in --osconfig", async () => {
  await withHome(async (home) => {
    await rejects(
      locateForReading("missing", home),
      fileError(/^client configuration ".*\/missing" from --osconfig does not exist$/),
    );
    strictEqual(await locateForWriting("missing", home), `${home.home}/missing`);
  });
});

Deno.test("locateForReading() ignores an empty OSCONFIG", async () => {
  await withHome(async (home, setEnv) => {
    setEnv("OSCONFIG", "");
    strictEqual(await locateForReading("", home, "/nowhere"), undefined);
    strictEqual(await locateForWriting("", home, "/nowhere"), `${home.home}/.os/config`);
  });
});

Deno.test("locateForWriting() rejects a service account file", async () => {
  await withHome(async (home) => {
    const account = `${home.home}/account`;
    await touch(account);
    await rejects(locateForWriting("", home, account), fileError(/is read-only$/));
    await touch(`${home.home}/.os/config`);
    strictEqual(await locateForWriting("", home, account), `${home.home}/.os/config`);
  });
});

Deno.test("loadClientConfig() creates no file or folder", async () => {
  await withHome(async (home) => {
    const config = await loadClientConfig("", home);
    deepStrictEqual(config, {
      path: undefined,
      missing: { path: `${home.home}/.os/config`, reference: undefined },
      current: "",
      contexts: new Map(),
    });
    deepStrictEqual([...Deno.readDirSync(home.home)], []);
  });
});
