import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import {
  chooseWritablePath,
  editKubeconfig,
  kubeconfigPaths,
  readKubeconfig,
  resolveConnection,
} from "../../../../lib/kubernetes/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";
import { createClientPair, createTestCa } from "../api_server.ts";

const SYSTEM = { clock: wallClock, signal: new AbortController().signal };

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function paths(list: string | undefined): readonly string[] {
  return kubeconfigPaths({ env: { get: () => list }, home: "/home/u", cwd: "/srv" });
}

Deno.test({
  name: "kubeconfigPaths() returns the list of KUBECONFIG or the file in the home folder",
  ignore: Deno.build.os === "windows",
  fn() {
    deepStrictEqual(paths(undefined), ["/home/u/.kube/config"]);
    deepStrictEqual(paths(""), ["/home/u/.kube/config"]);
    deepStrictEqual(paths("/a::b:/a:../c"), ["/a", "/srv/b", "/c"]);
  },
});

Deno.test("relative paths start at the file of their entry", async () => {
  const ca = await createTestCa();
  const pair = await createClientPair(ca);
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/sub`);
    await Deno.writeTextFile(`${folder}/sub/ca.crt`, ca.crt);
    await Deno.writeTextFile(`${folder}/client.crt`, pair.crt);
    await Deno.writeTextFile(`${folder}/client.key`, pair.key);
    await Deno.writeTextFile(
      `${folder}/sub/one`,
      `clusters:
- name: c
  cluster: {server: "https://h:6443", certificate-authority: ca.crt}
contexts:
- name: x
  context: {cluster: c, user: u, namespace: n}
current-context: x
`,
    );
    await Deno.writeTextFile(
      `${folder}/two`,
      `users:
- name: u
  user: {client-certificate: client.crt, client-key: ./client.key, tokenFile: sub/token}
`,
    );
    const { kubeconfig: one } = await readKubeconfig(`${folder}/sub/one`);
    const { kubeconfig: two } = await readKubeconfig(`${folder}/two`);
    const settings = await resolveConnection({ ...one, users: two.users });
    strictEqual(settings.ca, ca.crt);
    strictEqual(settings.certificate!.crt, pair.crt);
    strictEqual(settings.tokenFile, `${folder}/sub/token`);
    deepStrictEqual([settings.context, settings.namespace], ["x", "n"]);
    strictEqual(settings.server.href, "https://h:6443/");
  });
});

Deno.test("editKubeconfig() creates a file of mode 0600 in a folder of mode 0700", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/.kube/config`;
    await editKubeconfig(path, SYSTEM, (editor) => editor.put("users", "u", { token: "t" }));
    if (Deno.build.os !== "windows") {
      strictEqual((await Deno.stat(path)).mode! & 0o777, 0o600);
      strictEqual((await Deno.stat(`${folder}/.kube`)).mode! & 0o777, 0o700);
      await Deno.chmod(path, 0o644);
      await editKubeconfig(path, SYSTEM, (editor) => editor.setCurrentContext("c"));
      strictEqual((await Deno.stat(path)).mode! & 0o777, 0o600);
    }
    const names: string[] = [];
    for await (const { name } of Deno.readDir(`${folder}/.kube`)) names.push(name);
    deepStrictEqual(names, ["config"]);
  });
});

Deno.test("editKubeconfig() leaves the file as it is when the change throws", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/config`;
    await Deno.writeTextFile(path, "# mine\nusers: []\n");
    await rejects(
      editKubeconfig(path, SYSTEM, (editor) => {
        editor.put("users", "u", {});
        throw new Error("stopped");
      }),
      { message: "stopped" },
    );
    strictEqual(await Deno.readTextFile(path), "# mine\nusers: []\n");
  });
});

Deno.test("concurrent calls of editKubeconfig() lose no entry", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/config`;
    await Promise.all(
      Array.from(
        { length: 20 },
        (_, id) => editKubeconfig(path, SYSTEM, (editor) => editor.put("users", `u${id}`, {})),
      ),
    );
    strictEqual((await readKubeconfig(path)).kubeconfig.users.size, 20);
  });
});

Deno.test("chooseWritablePath() returns the first path that can be written or created", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    await Deno.mkdir(`${folder}/folder`);
    strictEqual(
      await chooseWritablePath([`${folder}/folder`, `${folder}/file/x`, `${folder}/new/x`]),
      `${folder}/new/x`,
    );
    strictEqual(await chooseWritablePath([`${folder}/file`, `${folder}/new`]), `${folder}/file`);
    await rejects(chooseWritablePath([`${folder}/folder`]), {
      kind: "file",
      message: `cannot write "${folder}/folder"`,
    });
    const names: string[] = [];
    for await (const { name } of Deno.readDir(folder)) names.push(name);
    deepStrictEqual(names.sort(), ["file", "folder"]);
  });
});
