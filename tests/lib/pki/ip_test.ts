import assert from "node:assert/strict";
import { formatIp, parseIp, parseRequiredIp } from "../../../lib/pki/ip.ts";

Deno.test("addresses are formatted in canonical form", () => {
  const forms: [string, string][] = [
    ["10.5.0.2", "10.5.0.2"],
    ["255.255.255.255", "255.255.255.255"],
    ["::", "::"],
    ["::1", "::1"],
    ["1::", "1::"],
    ["fd00:0:0:0:0:0:0:2", "fd00::2"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["1:0:2:0:0:3:0:4", "1:0:2::3:0:4"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"],
    ["::ffff:10.0.0.1", "10.0.0.1"],
  ];
  for (const [text, shortest] of forms) assert.equal(formatIp(parseIp(text)!), shortest, text);
});

Deno.test("invalid addresses are rejected", () => {
  const bad = [
    "",
    "10.5.0",
    "10.5.0.2.1",
    "10.5.0.256",
    "10.5.0.02",
    "10.5.0.-2",
    "10.5.0.2 ",
    "10.5.0.2/24",
    "node",
    ":",
    ":::",
    ":1",
    "1:",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8::",
    "12345::",
    "g::",
    "fe80::1%eth0",
    "[::1]",
    "1.2.3.4::",
    "::1.2.3",
    "1:2:3:4:5:6:7:1.2.3.4",
  ];
  for (const text of bad) assert.equal(parseIp(text), undefined, text);
  assert.throws(() => parseRequiredIp("10.5", "--ip", "usage"), {
    kind: "usage",
    message: 'invalid IP address "10.5" for --ip',
  });
});
