import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parseConfig } from "../../../lib/osconfig/mod.ts";
import { makeCredentials, type TestCredentials } from "../../lib/osconfig/certificates.ts";
import { TWO, withConfigHome } from "./home.ts";

const usage = 'see "osctl config';

async function writeCredentials(
  folder: string,
  { pem }: TestCredentials,
  other: Partial<TestCredentials["pem"]> = {},
): Promise<string[]> {
  const files = { ...pem, ...other };
  for (const name of ["ca", "crt", "key"] as const) {
    await Deno.writeTextFile(`${folder}/${name}.pem`, files[name]);
  }
  return ["--ca", "ca.pem", "--crt", "crt.pem", "--key", `${folder}/key.pem`];
}

Deno.test("config add creates the file with mode 0600 in a 0700 directory and keeps the current context", async () => {
  await withConfigHome(async (home) => {
    const credentials = await makeCredentials();
    const flags = await writeCredentials(home.folder, credentials);
    strictEqual(await home.succeed(["add", "lab", ...flags]), "");
    strictEqual(
      await home.read(),
      `context: ""
contexts:
    lab:
        endpoints: []
        ca: ${credentials.ca}
        crt: ${credentials.crt}
        key: ${credentials.key}
`,
    );
    strictEqual(Deno.statSync(home.path).mode! & 0o777, 0o600);
    strictEqual(Deno.statSync(`${home.folder}/.os`).mode! & 0o777, 0o700);
  });
});

Deno.test("config add rejects a key of another certificate and files that are no PEM", async () => {
  await withConfigHome(async (home) => {
    const credentials = await makeCredentials();
    const { pem } = await makeCredentials();
    const cases = [
      [{ key: pem.key }, `"${home.folder}/key.pem" does not match "crt.pem"`],
      [{ crt: pem.crt }, `"${home.folder}/key.pem" does not match "crt.pem"`],
      [
        { crt: credentials.pem.key },
        '"crt.pem" contains "ED25519 PRIVATE KEY", expected "CERTIFICATE"',
      ],
      [{ key: pem.crt }, `"${home.folder}/key.pem" contains "CERTIFICATE", expected "PRIVATE KEY"`],
      [{ ca: "the ca" }, '"ca.pem" is not PEM'],
    ] as const;
    for (const [other, message] of cases) {
      const flags = await writeCredentials(home.folder, credentials, other);
      const { code, stderr } = await home.run(["add", "lab", ...flags]);
      strictEqual(code, 1, stderr);
      strictEqual(stderr.startsWith(`osctl: ${message}; `), true, stderr);
      strictEqual(stderr.includes(credentials.pem.key.split("\n")[1]!), false);
    }
    strictEqual(home.files().includes(".os/config"), false);
  });
});

Deno.test("config add warns about a certificate that the given CA did not issue", async () => {
  await withConfigHome(async (home) => {
    const credentials = await makeCredentials();
    const { pem } = await makeCredentials();
    const foreign = await writeCredentials(home.folder, credentials, { ca: pem.ca });
    strictEqual(
      await home.succeed(["add", "lab", ...foreign]),
      'osctl: warning: the CA in "ca.pem" did not issue the certificate in "crt.pem"; ' +
        "nodes may reject it\n",
    );
    // A bundle may hold the old CA and the new one.
    const bundle = await writeCredentials(home.folder, credentials, {
      ca: pem.ca + credentials.pem.ca,
    });
    strictEqual(await home.succeed(["add", "other", ...bundle]), "");
    const { contexts } = parseConfig(await home.read(), "file").config;
    strictEqual(contexts.get("other")?.ca, btoa(pem.ca + credentials.pem.ca));
    strictEqual(contexts.get("lab")?.ca, btoa(pem.ca));
  });
});

Deno.test("config add reports the context it replaces, and how to restore its addresses", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    strictEqual(
      await home.succeed(["add", "lab", "--osconfig", home.path]),
      'replaced context "lab", which had endpoints 10.0.0.2, 10.0.0.3; nodes 10.0.0.4\n' +
        `restore with: osctl --osconfig ${home.path} --context lab config endpoint ` +
        "10.0.0.2 10.0.0.3\n" +
        `restore with: osctl --osconfig ${home.path} --context lab config node 10.0.0.4\n`,
    );
    const { config } = parseConfig(await home.read(), "file");
    strictEqual(config.current, "lab");
    deepStrictEqual(config.contexts.get("lab"), { endpoints: [], nodes: [] });
    const flags = await writeCredentials(home.folder, await makeCredentials());
    strictEqual(
      await home.succeed(["add", "lab", ...flags]),
      'replaced context "lab", which was empty\n',
    );
    strictEqual(
      await home.succeed(["add", "lab"]),
      'replaced context "lab", which had CA; client certificate and key\n',
    );
  });
});

Deno.test("config add requires --crt and --key together, a name, and existing files", async () => {
  await withConfigHome(async (home) => {
    for (
      const args of [["add", "a", "--crt", "x"], ["add", "a", "--key=x"], ["add", ""], ["add"]]
    ) {
      const { code, stderr } = await home.run(args);
      strictEqual(code, 2);
      strictEqual(stderr.includes(usage), true, stderr);
    }
    const { code, stderr } = await home.run(["add", "a", "--ca", "none"]);
    strictEqual(code, 1);
    strictEqual(stderr, `osctl: cannot read "${home.folder}/none": no such file or directory\n`);
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config context switches to an existing context", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    for (const [name, context] of [["context", "prod"], ["use-context", "lab"]] as const) {
      strictEqual(await home.succeed([name, context]), "");
      strictEqual(parseConfig(await home.read(), "file").config.current, context);
    }
    const { code, stderr } = await home.run(["context", "prdo"]);
    strictEqual(code, 1);
    strictEqual(
      stderr,
      `osctl: context "prdo" is not defined in "${home.path}"; did you mean "prod"? ` +
        'known contexts: "lab", "prod"\n',
    );
  });
});

Deno.test("config context without a name prompts with a list", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    let shownChoices: readonly string[] = [];
    let start: string | undefined;
    const prompts = {
      confirm: () => Promise.reject(new Error("not asked")),
      text: () => Promise.reject(new Error("not asked")),
      select: (_question: string, choices: readonly string[], initial?: string) => {
        [shownChoices, start] = [choices, initial];
        return Promise.resolve("prod");
      },
    };
    await home.succeed(["context"], { terminals: ["stdin", "stdout"], wiring: { prompts } });
    deepStrictEqual(shownChoices, ["lab", "prod"]);
    strictEqual(start, "lab");
    strictEqual(parseConfig(await home.read(), "file").config.current, "prod");
  });
});

Deno.test("config context without a name and a terminal lists the contexts", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const { code, stderr } = await home.run(["context"]);
    strictEqual(code, 2);
    strictEqual(
      stderr.startsWith(
        'osctl: missing <context> for "osctl config context"; known contexts: "lab", "prod"; see ',
      ),
      true,
      stderr,
    );
  });
});

Deno.test("config endpoint replaces the endpoints, trimmed", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    await home.succeed(["endpoint", " 10.0.0.9 ", "[::1]:50001"]);
    await home.succeed(["endpoints", "example.org", "--context", "prod"]);
    const { contexts } = parseConfig(await home.read(), "file").config;
    deepStrictEqual(contexts.get("lab")?.endpoints, ["10.0.0.9", "[::1]:50001"]);
    deepStrictEqual(contexts.get("prod")?.endpoints, ["example.org"]);
    strictEqual((await home.run(["endpoint"])).code, 2);
    strictEqual((await home.run(["endpoint", " "])).code, 2);
  });
});

Deno.test("config node replaces the nodes; none clears them", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    await home.succeed(["node", "a", " b"]);
    await home.succeed(["nodes", "c", "--context=prod"]);
    const nodes = async (name: string) =>
      parseConfig(await home.read(), "file").config.contexts.get(name)?.nodes;
    deepStrictEqual(await nodes("lab"), ["a", "b"]);
    deepStrictEqual(await nodes("prod"), ["c"]);
    await home.succeed(["node"]);
    deepStrictEqual(await nodes("lab"), []);
    strictEqual((await home.read()).includes("nodes: []"), false);
    strictEqual((await home.run(["node", ""])).code, 2);
  });
});

Deno.test("config endpoint and node reject invalid addresses and change nothing", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const wrong = {
      endpoint: ["foo bar", "10.0.0.2,10.0.0.3", "10.0.0.2:0", "http://", "1.2.3.4.5", "[::1"],
      node: ["foo bar", "1.2.3.4:50000", "[::1]:50000", "https://10.0.0.2", "10.0.0.2,10.0.0.3"],
    };
    for (const [command, addresses] of Object.entries(wrong)) {
      for (const address of addresses) {
        const { code, stderr } = await home.run([command, "10.0.0.9", address]);
        strictEqual(code, 2, address);
        strictEqual(
          stderr.startsWith(`osctl: "${address}" is not a valid ${command}; use `),
          true,
          stderr,
        );
      }
    }
    strictEqual(await home.read(), TWO);
    await home.succeed(["endpoint", "https://example.org:443/", "fd00::1", "cp.example.org:50000"]);
    await home.succeed(["node", "fd00::1", "worker-1"]);
  });
});

Deno.test("config endpoint, node and info accept --context while the current context is unset or missing", async () => {
  await withConfigHome(async (home) => {
    for (const current of ["", "gone"]) {
      const text = TWO.replace("context: lab", `context: "${current}"`);
      await home.write(text);
      for (const args of [["endpoint", "x"], ["node", "x"], ["info"]]) {
        const { code, stderr } = await home.run(args);
        strictEqual(code, 1);
        strictEqual(stderr.includes("known contexts"), true, stderr);
      }
      strictEqual(await home.read(), text);
      await home.succeed(["endpoint", "10.0.0.9", "--context", "prod"]);
      await home.succeed(["node", "10.0.0.8", "--context", "prod"]);
      const info = await home.run(["info", "--context", "prod"]);
      strictEqual(info.code, 0, info.stderr);
      strictEqual(/^Endpoints: +10\.0\.0\.9$/m.test(info.stdout), true, info.stdout);
      const { config } = parseConfig(await home.read(), "file");
      strictEqual(config.current, current);
      deepStrictEqual(config.contexts.get("prod")?.nodes, ["10.0.0.8"]);
    }
  });
});

Deno.test("changes to a missing configuration create nothing", async () => {
  await withConfigHome(async (home) => {
    for (const args of [["context", "a"], ["endpoint", "a"], ["node", "a"], ["remove", "a"]]) {
      const { code, stderr } = await home.run(args);
      strictEqual(code, 1);
      const expected = `osctl: client configuration "${home.path}" does not exist; create a `;
      strictEqual(stderr.startsWith(expected), true, stderr);
      strictEqual((await home.run([...args, "--osconfig", "none"])).code, 1);
    }
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config add writes to the file OSCONFIG names, which may be missing", async () => {
  await withConfigHome(async (home) => {
    await home.succeed(["add", "a"], { env: { OSCONFIG: "sub/mine" } });
    deepStrictEqual(home.files(), ["sub", "sub/mine"]);
    await home.succeed(["add", "b", "--osconfig", "other"], { env: { OSCONFIG: "sub/mine" } });
    deepStrictEqual(home.files(), ["other", "sub", "sub/mine"]);
  });
});
