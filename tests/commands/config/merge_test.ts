import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { encodeBase64, parseConfig, renderConfig } from "../../../lib/osconfig/mod.ts";
import { createCa, issueClientCertificate } from "../../../lib/pki/mod.ts";
import { wallClock } from "../../helpers/fake_system.ts";
import { TWO, withConfigHome } from "./home.ts";

Deno.test("config merge into a missing file merges everything", async () => {
  await withConfigHome(async (home) => {
    await Deno.writeTextFile(`${home.folder}/other`, TWO);
    strictEqual(
      await home.succeed(["merge", "other"]),
      'the current context is now "lab"\n',
    );
    strictEqual(await home.read(), TWO);
  });
});

Deno.test("config merge reports renamed contexts and the undo command", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const other = TWO.replace("10.0.0.2", "10.9.9.9");
    await Deno.writeTextFile(`${home.folder}/other`, other);
    const stderr = await home.succeed(["merge", "other"]);
    strictEqual(
      stderr,
      'renamed context "lab" -> "lab-1" because the name is in use; ' +
        "undo: osctl config context lab && osctl config remove lab-1\n" +
        'context "prod" already exists\n' +
        'the current context is now "lab-1"\n',
    );
    for (const command of stderr.split("undo: ")[1]!.split("\n")[0]!.split(" && ")) {
      const args = command.split(" ").slice(2);
      await home.succeed(args[0] === "remove" ? [...args, "-y"] : args);
    }
    strictEqual(await home.read(), TWO);
  });
});

Deno.test("config merge of the same file reports existing contexts", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO.replace("10.0.0.2", "10.9.9.9"));
    await Deno.writeTextFile(`${home.folder}/other`, TWO);
    await home.succeed(["merge", "other"]);
    const once = await home.read();
    strictEqual(
      await home.succeed(["merge", "other"]),
      'context "lab" already exists as "lab-1"\ncontext "prod" already exists\n',
    );
    strictEqual(await home.read(), once);
  });
});

Deno.test("config merge of a missing file is an error and creates nothing", async () => {
  await withConfigHome(async (home) => {
    const { code, stderr } = await home.run(["merge", "none"]);
    strictEqual(code, 1);
    strictEqual(stderr, `osctl: cannot read "${home.folder}/none": no such file or directory\n`);
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config merge never blanks the current context", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    for (const current of ["", "gone"]) {
      await Deno.writeTextFile(
        `${home.folder}/other`,
        `context: "${current}"\ncontexts: { new-${current}: {} }\n`,
      );
      await home.succeed(["merge", "other"]);
      strictEqual(parseConfig(await home.read(), "file").config.current, "lab");
    }
  });
});

Deno.test("config merge rejects a file without contexts and creates nothing", async () => {
  await withConfigHome(async (home) => {
    for (const text of ["", "machine: {}\n"]) {
      await Deno.writeTextFile(`${home.folder}/other`, text);
      const { code, stderr } = await home.run(["merge", "other"]);
      strictEqual(code, 1);
      strictEqual(
        stderr,
        'osctl: "other" has no contexts; merge a client configuration, such as the "osconfig" of ' +
          '"osctl gen config"\n',
      );
      deepStrictEqual(home.files(), ["other"]);
    }
  });
});

Deno.test("config merge names the file in the commands that undo it", async () => {
  await withConfigHome(async (home) => {
    await Deno.writeTextFile(`${home.folder}/my config`, "contexts: { a b: { nodes: [x] } }\n");
    await Deno.writeTextFile(`${home.folder}/other`, "contexts: { a b: { nodes: [y] } }\n");
    strictEqual(
      await home.succeed(["merge", "other", "--osconfig", "my config"]),
      'renamed context "a b" -> "a b-1" because the name is in use; ' +
        "undo: osctl config remove 'a b-1' --osconfig 'my config'\n",
    );
  });
});

Deno.test("config merge rejects a broken file and changes nothing", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    await Deno.writeTextFile(`${home.folder}/other`, "contexts: 1\n");
    const { code, stderr } = await home.run(["merge", "other"]);
    strictEqual(code, 1);
    strictEqual(stderr, `osctl: ${home.folder}/other:1:11: "contexts" must be a map\n`);
    strictEqual(await home.read(), TWO);
    strictEqual((await home.run(["merge"])).code, 2);
  });
});

Deno.test("config merge --replace renews the context of the same cluster and roles in place", async () => {
  const DAY = 24 * 3600 * 1000;
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const source = { random, clock: wallClock };
  const ca = await createCa({ organization: "os" }, source);
  const contextOf = async (roles: readonly string[], endpoints: readonly string[]) => {
    const { crt, key } = await issueClientCertificate(ca, { roles, ttl: DAY }, source);
    return {
      endpoints,
      nodes: [],
      ca: encodeBase64(ca.crt),
      crt: encodeBase64(crt),
      key: encodeBase64(key),
    };
  };
  await withConfigHome(async (home) => {
    const admin = { ...await contextOf(["os:admin"], ["10.0.0.2"]), nodes: ["10.0.0.3"] };
    const reader = await contextOf(["os:reader"], ["10.0.0.2"]);
    await home.write(renderConfig("demo", { demo: admin, "reader@demo": reader }));
    const renewed = await contextOf(["os:admin"], ["10.0.0.2", "10.0.0.9"]);
    const other = `${home.folder}/osconfig`;
    await Deno.writeTextFile(other, renderConfig("admin@demo", { "admin@demo": renewed }));
    const stderr = await home.succeed(["merge", "--replace", other]);
    strictEqual(stderr, 'renewed the credentials of context "demo"\n');
    const { config } = parseConfig(await home.read(), "config");
    strictEqual(config.current, "demo");
    deepStrictEqual([...config.contexts.keys()], ["demo", "reader@demo"]);
    deepStrictEqual(config.contexts.get("demo"), { ...renewed, nodes: ["10.0.0.3"] });
    deepStrictEqual(config.contexts.get("reader@demo"), reader);

    strictEqual(
      await home.succeed(["merge", "--replace", other]),
      'context "admin@demo" already exists as "demo"\n',
    );
    // The same name, whatever the certificate.
    await Deno.writeTextFile(other, renderConfig("", { demo: { ...renewed, crt: admin.crt } }));
    strictEqual(
      await home.succeed(["merge", "--replace", other]),
      'renewed the credentials of context "demo"\n',
    );
    // Other roles are another context.
    const operator = await contextOf(["os:operator"], []);
    await Deno.writeTextFile(other, renderConfig("", { operator }));
    strictEqual(await home.succeed(["merge", "--replace", other]), "");
    strictEqual(parseConfig(await home.read(), "config").config.contexts.size, 3);
  });
});
