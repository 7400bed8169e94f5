import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parse } from "yaml";
import { makeCredentials } from "../../lib/osconfig/certificates.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { TWO, withConfigHome } from "./home.ts";

const NOW = Date.UTC(2030, 0, 1);
const DAY = 24 * 3600 * 1000;
const clock = () => new FakeClock(NOW);

async function withCertificate(text = TWO): Promise<string> {
  const { crt, key } = await makeCredentials({
    roles: ["os:reader", " os:admin", "custom", ""],
    from: NOW - DAY,
    ttl: 31 * DAY,
  });
  return text.replace(/( +)- 10.0.0.4\n/, `$&        crt: ${crt}\n        key: ${key}\n`);
}

Deno.test("config contexts prints a table, sorted by name", async () => {
  await withConfigHome(async (home) => {
    await home.write(
      "context: b\ncontexts:\n  b: { endpoints: [e1, e2], nodes: [n1, n2, n3] }\n" +
        "  a: { nodes: [n1, n2, n3, n4] }\n  long-name: {}\n",
    );
    for (const name of ["contexts", "get-contexts"]) {
      const { code, stdout } = await home.run([name]);
      strictEqual(code, 0);
      strictEqual(
        stdout,
        "CURRENT   NAME        ENDPOINTS   NODES\n" +
          "          a                       n1,n2,n3...\n" +
          "*         b           e1,e2       n1,n2,n3\n" +
          "          long-name               \n",
      );
    }
  });
});

Deno.test("config contexts without a file prints the header and creates nothing", async () => {
  await withConfigHome(async (home) => {
    const { code, stdout } = await home.run(["contexts"]);
    strictEqual(code, 0);
    strictEqual(stdout, "CURRENT   NAME   ENDPOINTS   NODES\n");
    strictEqual((await home.run(["contexts", "-o", "json"])).stdout, "[]\n");
    strictEqual((await home.run(["info"])).code, 1);
    deepStrictEqual(home.files(), []);
  });
});

Deno.test("config contexts prints JSON and YAML with documented names", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const rows = [
      {
        name: "lab",
        current: true,
        endpoints: ["10.0.0.2", "10.0.0.3"],
        nodes: ["10.0.0.4"],
      },
      { name: "prod", current: false, endpoints: [], nodes: [] },
    ];
    deepStrictEqual(JSON.parse((await home.run(["contexts", "-o", "json"])).stdout), rows);
    deepStrictEqual(parse((await home.run(["contexts", "--output=yaml"])).stdout), rows);
    strictEqual((await home.run(["contexts", "-o", "name"])).stdout, "lab\nprod\n");
    strictEqual(
      (await home.run(["contexts", "-o", "jsonpath={.endpoints[*]}"])).stdout,
      "10.0.0.2\n10.0.0.3\n",
    );
    strictEqual(
      (await home.run(["contexts", "-o=json=current,name"])).stdout,
      '[\n  {"current":true,"name":"lab"},\n  {"current":false,"name":"prod"}\n]\n',
    );
    const unknown = await home.run(["contexts", "-o", "json=name,node"]);
    strictEqual(unknown.code, 2);
    strictEqual(
      unknown.stderr.split("\n")[0],
      'osctl: unknown field "node" in -o json=name,node; ' +
        'did you mean "nodes"; fields: name, current, endpoints, nodes; ' +
        'see "osctl config contexts --help"',
    );
    const bare = await home.run(["contexts", "--no-headers"]);
    strictEqual(bare.stdout.split("\n")[0], "*   lab    10.0.0.2,10.0.0.3   10.0.0.4");
    const chosen = ["contexts", "--columns=name,current", "--sort-by=-name", "--wide"];
    strictEqual((await home.run(chosen)).stdout, "NAME   CURRENT\nprod   \nlab    *\n");
    strictEqual(
      (await home.run(["contexts", "--columns", "help"])).stdout,
      "CURRENT\nNAME\nENDPOINTS\nNODES\n",
    );
    const { code, stderr } = await home.run(["contexts", "-o", "xml"]);
    strictEqual(code, 2);
    strictEqual(/xml/.test(stderr), true);
  });
});

Deno.test("config info shows context, nodes, endpoints, roles and expiry as text", async () => {
  await withConfigHome(async (home) => {
    await home.write(await withCertificate());
    const { code, stdout, stderr } = await home.run(["info"], { clock: clock() });
    strictEqual(code, 0, stderr);
    strictEqual(
      stdout,
      "Current context:     lab\n" +
        "Nodes:               10.0.0.4\n" +
        "Endpoints:           10.0.0.2, 10.0.0.3\n" +
        "Roles:               custom, os:admin, os:reader\n" +
        "Certificate expires: 1 month from now (2030-01-31)\n",
    );
    deepStrictEqual((await home.run(["info"], { clock: clock(), release: "v1.4" })).stdout, stdout);
  });
});

Deno.test("config info --context x prints context x", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const { stdout } = await home.run(["info", "--context", "prod"]);
    strictEqual(
      stdout,
      "Current context:     prod\nNodes:               not defined\nEndpoints:           not defined\n",
    );
  });
});

Deno.test("config info prints JSON and YAML in v1.8", async () => {
  await withConfigHome(async (home) => {
    await home.write(await withCertificate());
    const json = await home.run(["info", "-o", "json"], { clock: clock() });
    strictEqual(
      json.stdout,
      `{
  "context": "lab",
  "nodes": [
    "10.0.0.4"
  ],
  "endpoints": [
    "10.0.0.2",
    "10.0.0.3"
  ],
  "roles": [
    "custom",
    "os:admin",
    "os:reader"
  ],
  "certTTL": "1 month from now",
  "certNotAfter": "2030-01-31"
}
`,
    );
    const yaml = await home.run(["info", "-o", "yaml"], { clock: clock() });
    strictEqual(
      yaml.stdout,
      `context: lab
nodes:
    - 10.0.0.4
endpoints:
    - 10.0.0.2
    - 10.0.0.3
roles:
    - custom
    - os:admin
    - os:reader
certTTL: 1 month from now
certNotAfter: "2030-01-31"
`,
    );
  });
});

Deno.test("config info prints what is absent as null in JSON and as [] in YAML", async () => {
  await withConfigHome(async (home) => {
    await home.write("context: a\ncontexts: { a: }\n");
    deepStrictEqual(JSON.parse((await home.run(["info", "--output=json"])).stdout), {
      context: "a",
      nodes: null,
      endpoints: null,
      roles: null,
      certTTL: "",
      certNotAfter: "",
    });
    strictEqual(
      (await home.run(["info", "-o=yaml"])).stdout,
      'context: a\nnodes: []\nendpoints: []\nroles: []\ncertTTL: ""\ncertNotAfter: ""\n',
    );
    // A present but empty list differs.
    await home.write("context: a\ncontexts: { a: { endpoints: [], nodes: } }\n");
    const { nodes, endpoints } = JSON.parse((await home.run(["info", "-o", "json"])).stdout);
    deepStrictEqual([nodes, endpoints], [null, []]);
  });
});

Deno.test("config info of v1.4 has no -o and requires a certificate", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    strictEqual((await home.run(["info", "-o", "json"], { release: "v1.4" })).code, 2);
    const { code, stderr } = await home.run(["info"], { release: "v1.4" });
    strictEqual(code, 1);
    strictEqual(/^osctl: context "lab" has no client certificate; /.test(stderr), true, stderr);
  });
});

Deno.test("config info rejects unknown formats and invalid certificates", async () => {
  await withConfigHome(async (home) => {
    await home.write("context: a\ncontexts: { a: { crt: '%' }, b: {} }\n");
    strictEqual((await home.run(["info", "-o", "table"])).code, 2);
    const { code, stderr } = await home.run(["info"]);
    strictEqual(code, 1);
    strictEqual(/context "a" \(field "crt"\) is not base64/.test(stderr), true, stderr);
    strictEqual(
      /known contexts: "a", "b"/.test((await home.run(["info", "--context=c"])).stderr),
      true,
    );
  });
});

Deno.test("an OSCONFIG naming a missing file is an error, although the usual file exists", async () => {
  await withConfigHome(async (home) => {
    await home.write(TWO);
    const { code, stderr } = await home.run(["contexts"], { env: { OSCONFIG: "gone" } });
    strictEqual(code, 1);
    strictEqual(
      stderr,
      `osctl: client configuration "${home.folder}/gone" from OSCONFIG does not exist; ` +
        "correct the variable OSCONFIG or unset it\n",
    );
    strictEqual((await home.run(["contexts"], { env: { OSCONFIG: "" } })).code, 0);
    strictEqual((await home.run(["contexts", "--osconfig", "gone"])).code, 1);
    deepStrictEqual(home.files(), [".os", ".os/config"]);
  });
});

Deno.test("a syntax error is reported with file, line and column", async () => {
  await withConfigHome(async (home) => {
    await home.write("context: lab\ncontexts:\n  lab: [\n");
    const { code, stderr } = await home.run(["contexts"]);
    strictEqual(code, 1);
    strictEqual(stderr.startsWith(`osctl: ${home.path}:4:1: invalid YAML: `), true, stderr);
  });
});
