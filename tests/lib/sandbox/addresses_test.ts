import { equal, match, throws } from "node:assert/strict";
import { canListen, normalizeCidr, planFree, planWithin } from "../../../lib/sandbox/addresses.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

Deno.test("normalizeCidr returns the base address", () => {
  equal(normalizeCidr("127.42.7.9/24", 5), "127.42.7.0/24");
  equal(normalizeCidr("127.0.0.0/8", 5), "127.0.0.0/8");
});

Deno.test("normalizeCidr rejects invalid, non-loopback and small networks", () => {
  const bad: [string, RegExp][] = [
    ["nonsense", /not an IPv4 network/],
    ["127.0.0.1", /not an IPv4 network/],
    ["127.0.0.256/24", /not an IPv4 network/],
    ["127.0.0.0/33", /not an IPv4 network/],
    ["fd00::/64", /not an IPv4 network/],
    ["10.5.0.0/24", /not inside 127\.0\.0\.0\/8/],
    ["126.0.0.0/7", /not inside 127\.0\.0\.0\/8/],
    ["127.42.7.0/30", /too small for 2 nodes/],
  ];
  for (const [cidr, reason] of bad) throws(() => normalizeCidr(cidr, 2), reason, cidr);
});

Deno.test({
  name: "planFree assigns addresses from the second on, port 50000",
  ignore: Deno.build.os !== "linux",
  fn: () => {
    const plan = planFree(3, random);
    match(plan.cidr, /^127\.\d+\.\d+\.0\/24$/);
    const prefix = plan.cidr.replace("0/24", "");
    plan.sockets.forEach(({ address, port }, index) => {
      equal(address, `${prefix}${index + 2}`);
      equal(port, 50000);
    });
  },
});

Deno.test({
  name: "planWithin rejects a network with an address in use",
  ignore: Deno.build.os !== "linux",
  fn: () => {
    const plan = planFree(2, random);
    const { address, port } = plan.sockets[1]!;
    const taken = Deno.listen({ hostname: address, port });
    try {
      equal(canListen({ address, port }), false);
      throws(() => planWithin(plan.cidr, 2), new RegExp(`${address}:50000 is in use`));
      equal(planWithin(plan.cidr, 1).sockets.length, 1);
    } finally {
      taken.close();
    }
  },
});

Deno.test("planFree rejects more nodes than a /24 network has", () => {
  throws(() => planFree(254, random), /too small for 254 nodes/);
});
