import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { parseKubeconfig, resolveConnection } from "../../../../lib/kubernetes/mod.ts";
import { createClientPair, createTestCa } from "../api_server.ts";

const CA = await createTestCa();
const PAIR = await createClientPair(CA);
const OTHER = await createClientPair(CA);

function resolve(
  cluster: Readonly<Record<string, unknown>>,
  user: Readonly<Record<string, unknown>> = {},
  path?: string,
) {
  const text = JSON.stringify({
    "current-context": "x",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  });
  return resolveConnection(parseKubeconfig(text, "file", path).kubeconfig);
}

const CLUSTER = { server: "https://h:6443", "certificate-authority-data": btoa(CA.crt) };

Deno.test("resolveConnection() reads all fields of cluster and user", async () => {
  const settings = await resolve({
    ...CLUSTER,
    "tls-server-name": "kubernetes",
    "proxy-url": "socks5://p:1080",
  }, {
    "client-certificate-data": btoa(PAIR.crt),
    "client-key-data": btoa(PAIR.key),
    token: "t",
    username: "n",
    password: "p",
    as: "jane",
    "as-uid": "7",
    "as-groups": ["g"],
    "as-user-extra": { scopes: ["a", "b"] },
  });
  const { server, proxy, ...others } = settings;
  deepStrictEqual([server.href, proxy!.href], ["https://h:6443/", "socks5://p:1080"]);
  deepStrictEqual(others, {
    context: "x",
    namespace: "default",
    ca: CA.crt,
    serverName: "kubernetes",
    certificate: { crt: PAIR.crt, key: PAIR.key },
    token: "t",
    basic: { username: "n", password: "p" },
    impersonate: { user: "jane", uid: "7", groups: ["g"], extra: { scopes: ["a", "b"] } },
  });
});

Deno.test("resolveConnection() reads an exec plugin; its path starts at the file", async () => {
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "./bin/plugin",
    args: ["a"],
    env: [{ name: "K", value: "v" }],
    installHint: "install it",
    provideClusterInfo: true,
  };
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "x" } }];
  const settings = await resolve({ ...CLUSTER, extensions }, { exec }, "/home/u/.kube/config");
  deepStrictEqual(settings.exec, {
    ...exec,
    command: "/home/u/.kube/bin/plugin",
    env: { K: "v" },
    interactiveMode: "IfAvailable",
    clusterConfig: { audience: "x" },
  });
});

for (
  const [name, cluster, user, message] of [
    ["no server", { ...CLUSTER, server: "" }, {}, 'cluster "c" has no "server"'],
    [
      "another scheme",
      { ...CLUSTER, server: "ftp://h" },
      {},
      '"server" of cluster "c" is not a URL of an HTTP server',
    ],
    [
      "credentials in the server",
      { ...CLUSTER, server: "https://u:secret@h" },
      {},
      '"server" of cluster "c" contains credentials',
    ],
    ["no CA", { server: "https://h" }, {}, 'cluster "c" has no certificate authority'],
    [
      "a CA and no verification",
      { ...CLUSTER, "insecure-skip-tls-verify": true },
      {},
      'cluster "c" has both a certificate authority and insecure-skip-tls-verify',
    ],
    [
      "a CA that is not base64",
      { server: "https://h", "certificate-authority-data": "§secret" },
      {},
      '"certificate-authority-data" of cluster "c" is not base64',
    ],
    [
      "a CA that is not a certificate",
      { server: "https://h", "certificate-authority-data": btoa("secret") },
      {},
      'the certificate authority of cluster "c" is not a PEM certificate',
    ],
    [
      "an unsupported proxy",
      { ...CLUSTER, "proxy-url": "https://u:secret@p" },
      {},
      '"proxy-url" of cluster "c" is not the URL of a supported proxy',
    ],
    [
      "a certificate without key",
      CLUSTER,
      { "client-certificate-data": btoa(PAIR.crt) },
      'user "u" has a client certificate but no client key',
    ],
    [
      "the key of another certificate",
      CLUSTER,
      { "client-certificate-data": btoa(PAIR.crt), "client-key-data": btoa(OTHER.key) },
      'the client key of user "u" does not match its client certificate',
    ],
    [
      "a key that is none",
      CLUSTER,
      { "client-certificate-data": btoa(PAIR.crt), "client-key-data": btoa("secret") },
      'the client key of user "u" is not a PEM private key',
    ],
    [
      "a token that is not a string",
      CLUSTER,
      { token: 12 },
      '"token" of user "u" must be a string',
    ],
    ["an auth provider", CLUSTER, { "auth-provider": {} }, 'user "u" uses an "auth-provider"'],
    [
      "an exec plugin of another API version",
      CLUSTER,
      { exec: { apiVersion: "v1alpha1", command: "x" } },
      'the exec plugin of user "u" has the apiVersion "v1alpha1"',
    ],
    [
      "a relative path without a file",
      { server: "https://h", "certificate-authority": "ca.crt" },
      {},
      'cluster "c" names the relative path "ca.crt"',
    ],
  ] as const
) {
  Deno.test(`resolveConnection() rejects ${name}`, async () => {
    await rejects(resolve(cluster, user), (error: Error) => {
      strictEqual(error.message, message);
      ok(!error.message.includes("secret"));
      return true;
    });
  });
}

Deno.test("resolveConnection() names undefined contexts, clusters and users", async () => {
  const { kubeconfig } = parseKubeconfig(
    `clusters:
- name: prod
contexts:
- name: one
  context: {cluster: prd, user: u}
- name: two
  context: {user: u}
`,
    "file",
  );
  const cases = [
    ["", "the kubeconfig has no current context"],
    ["on", 'context "on" is not defined in the kubeconfig'],
    ["one", 'cluster "prd" of context "one" is not defined in the kubeconfig'],
    ["two", 'context "two" of the kubeconfig has no "cluster"'],
  ] as const;
  for (const [context, message] of cases) {
    await rejects(resolveConnection(kubeconfig, context), { kind: "input", message });
  }
  await rejects(resolveConnection(kubeconfig, "one"), { hint: 'did you mean "prod"?' });
});

Deno.test("resolveConnection() accepts a server without TLS, without verification and without a user", async () => {
  strictEqual((await resolve({ server: "http://127.0.0.1:8001" })).server.protocol, "http:");
  const settings = await resolve({ server: "h:6443", "insecure-skip-tls-verify": true });
  deepStrictEqual([settings.server.href, settings.insecure], ["https://h:6443/", true]);
  const { kubeconfig } = parseKubeconfig(
    "clusters:\n- name: c\n  cluster: {server: 'http://h'}\ncontexts:\n- name: x\n  context: {cluster: c}\n",
    "file",
  );
  strictEqual((await resolveConnection(kubeconfig, "x")).token, undefined);
});
