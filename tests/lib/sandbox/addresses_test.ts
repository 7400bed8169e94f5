import { equal, match, throws } from "node:assert/strict";
import { canListen, checkCidr, planFree, planWithin } from "../../../lib/sandbox/addresses.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

Deno.test("a network is written with its base address", () => {
  equal(checkCidr("127.42.7.9/24", 5), "127.42.7.0/24");
  equal(checkCidr("127.0.0.0/8", 5), "127.0.0.0/8");
});

Deno.test("a network that is none, not loopback or too small is refused", () => {
  const bad: [string, RegExp][] = [
    ["nonsense", /no IPv4 network/],
    ["127.0.0.1", /no IPv4 network/],
    ["127.0.0.256/24", /no IPv4 network/],
    ["127.0.0.0/33", /no IPv4 network/],
    ["fd00::/64", /no IPv4 network/],
    ["10.5.0.0/24", /not inside 127\.0\.0\.0\/8/],
    ["126.0.0.0/7", /not inside 127\.0\.0\.0\/8/],
    ["127.42.7.0/30", /no room for 2 nodes/],
  ];
  for (const [cidr, reason] of bad) throws(() => checkCidr(cidr, 2), reason, cidr);
});

Deno.test({
  name: "nodes of a free network get addresses from the second on, each at port 50000",
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
  name: "a network given by the user is refused when one of its addresses is taken",
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

Deno.test("more nodes than a /24 holds need a network named by the user", () => {
  throws(() => planFree(254, random), /do not fit/);
});
