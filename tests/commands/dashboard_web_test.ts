/** `dashboard --web`: requests that are rejected. */
import { equal, match } from "node:assert/strict";
import { withDashboard } from "../helpers/web_dashboard.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Sends a request as written and returns the response up to `until` bytes of it. */
async function request({ hostname, port }: URL, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(`${text}\r\n\r\n`));
  let response = "";
  for await (const chunk of connection.readable) {
    response += new TextDecoder().decode(chunk);
    if (response.includes("\r\n\r\n")) break;
  }
  return response;
}

Deno.test("the page is served to its own origin and host only, with the token", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    await withDashboard(sandbox, [sandbox.nodes[0]!.address], async (address) => {
      const { host, pathname, port } = address;
      equal(address.hostname, "127.0.0.1");
      match(pathname, /^\/[A-Za-z0-9_-]{32}\/$/);
      const statusOf = async (line: string, ...headers: string[]) => {
        const response = await request(address, [line, ...headers].join("\r\n"));
        match(response, /^content-security-policy: default-src 'none'; script-src 'self'/mi);
        match(response, /^content-security-policy: .*require-trusted-types-for 'script'/mi);
        match(response, /^cache-control: no-store/mi);
        return Number(response.split(" ")[1]);
      };
      const get = `GET ${pathname} HTTP/1.1`;
      const own = `Host: ${host}`;
      for (
        const [expected, line, ...headers] of [
          [200, get, own],
          [200, get, `Host: localhost:${port}`],
          [200, get, own, `Origin: http://${host}`, "Sec-Fetch-Site: same-origin"],
          [200, get, own, "Sec-Fetch-Site: none"],
          // A web site whose name resolves to 127.0.0.1.
          [421, get, "Host: evil.example"],
          [421, get, `Host: evil.example:${port}`],
          [421, get, "Host: 127.0.0.1"],
          [403, get, own, "Origin: http://evil.example"],
          [403, get, own, "Origin: null"],
          [403, get, own, "Sec-Fetch-Site: cross-site"],
          [403, get, own, "Sec-Fetch-Site: same-site"],
          [404, `GET ${pathname.slice(0, -1)}x/ HTTP/1.1`, own],
          [404, "GET / HTTP/1.1", own],
          [200, `GET ${pathname}page/app.js HTTP/1.1`, own],
          [200, `GET ${pathname}types.json HTTP/1.1`, own],
          [404, `GET ${pathname}download?view=etcd HTTP/1.1`, own],
          [
            404,
            `GET ${pathname}download?view=files&what=file&row=1.2.3.4%20/etc/passwd HTTP/1.1`,
            own,
          ],
          [404, `GET ${pathname}download?view=logs&what=rows&format=html HTTP/1.1`, own],
          [
            421,
            `GET ${pathname}download?view=events&what=rows&format=csv HTTP/1.1`,
            "Host: evil.example",
          ],
          [
            403,
            `GET ${pathname}download?view=events&what=rows&format=csv HTTP/1.1`,
            own,
            "Sec-Fetch-Site: cross-site",
          ],
          [404, `GET ${pathname}page/app.ts HTTP/1.1`, own],
          [404, `GET ${pathname}page/../serve.ts HTTP/1.1`, own],
          [404, `GET ${pathname}toString HTTP/1.1`, own],
          [405, `POST ${pathname} HTTP/1.1`, own, "Content-Length: 0"],
          [405, `HEAD ${pathname} HTTP/1.1`, own],
        ] as const
      ) {
        equal(await statusOf(line, ...headers), expected, `${line} ${headers}`);
      }
    });
  });
});

Deno.test("--web is not combined with --once", async () => {
  await withSandbox({}, async ({ run, nodes }) => {
    const { code, stderr } = await run(["dashboard", "--web", "--once", "-n", nodes[0]!.address]);
    equal(code, 2);
    match(stderr, /^osctl: --web cannot be combined with --once; remove one of them/);
  });
});
