import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { createSocket } from "node:dgram";
import { parseServer, queryTime } from "../../../../lib/sandbox/machine/ntp.ts";
import { answerTime, type Moment, question } from "../../../../lib/sandbox/machine/ntp_packet.ts";
import { TimeService } from "../../../../proto/time.ts";
import { answerTo } from "./call.ts";
import { never } from "./folder.ts";

const COOKIE = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
const UNIX_EPOCH = 2_208_988_800;

/** The answer of a server whose clock shows `time`, changed by `change`. */
function answer(
  asked: Uint8Array,
  time: Moment,
  change: (packet: Uint8Array) => void = () => {},
): Uint8Array {
  const packet = new Uint8Array(48);
  packet.set([0x24, 1, 0, 0xec], 0);
  packet.set(asked.subarray(40, 48), 24);
  const view = new DataView(packet.buffer);
  view.setUint32(40, (time.seconds + UNIX_EPOCH) % 2 ** 32);
  view.setUint32(44, Math.ceil(time.nanos * 2 ** 32 / 1e9));
  change(packet);
  return packet;
}

/** Runs `body` with a time server on the loopback interface that answers as `reply` says. */
async function withServer(
  reply: (asked: Uint8Array) => Uint8Array | undefined,
  body: (server: string) => Promise<void>,
): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (asked, { port, address }) => {
    const packet = reply(asked);
    if (packet !== undefined) socket.send(packet, port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", () => bound()));
  try {
    await body(`127.0.0.1:${socket.address().port}`);
  } finally {
    await new Promise<void>((closed) => socket.close(() => closed()));
  }
}

const MOMENT = { seconds: 1_795_252_096, nanos: 250_000_000 };

Deno.test("question() is a client's packet with the cookie as its time", () => {
  const packet = question(COOKIE);
  equal(packet.length, 48);
  equal(packet[0], 0x23);
  deepEqual(packet.subarray(40), COOKIE);
});

Deno.test("answerTime() reads the time the server sent its answer", () => {
  deepEqual(answerTime(answer(question(COOKIE), MOMENT), COOKIE), MOMENT);
});

Deno.test("answerTime() knows the era that begins in 2036", () => {
  const later = { seconds: Date.UTC(2040, 0) / 1000, nanos: 0 };
  deepEqual(answerTime(answer(question(COOKIE), later), COOKIE), later);
});

Deno.test("answerTime() refuses an answer that is no use", () => {
  const cases: [RegExp, (packet: Uint8Array) => void][] = [
    [/not a server's/, (packet) => packet.set([0x23], 0)],
    [/not to this question/, (packet) => packet.set([9], 24)],
    [/refuses: RATE/, (packet) => {
      packet.set([0], 1);
      packet.set(new TextEncoder().encode("RATE"), 12);
    }],
    [/own clock is not set/, (packet) => packet.set([0xe4], 0)],
    [/own clock is not set/, (packet) => packet.set([16], 1)],
    [/has no time/, (packet) => packet.fill(0, 40, 48)],
  ];
  for (const [reason, change] of cases) {
    throws(() => answerTime(answer(question(COOKIE), MOMENT, change), COOKIE), reason);
  }
  throws(() => answerTime(new Uint8Array(47), COOKIE), /too short/);
});

Deno.test("parseServer() splits off a port, and leaves IPv6 addresses whole", () => {
  deepEqual(parseServer("time.example"), { host: "time.example", port: 123 });
  deepEqual(parseServer("127.0.0.1:1123"), { host: "127.0.0.1", port: 1123 });
  deepEqual(parseServer("[::1]:1123"), { host: "::1", port: 1123 });
  deepEqual(parseServer("[::1]"), { host: "::1", port: 123 });
  deepEqual(parseServer("fe80::1"), { host: "fe80::1", port: 123 });
});

Deno.test("TimeCheck sets this machine's clock beside the server's", async () => {
  await withServer((asked) => answer(asked, MOMENT), async (server) => {
    const { messages } = await answerTo(TimeService.TimeCheck, { server });
    const [message] = messages;
    equal(message?.server, server);
    equal(message?.remotetime?.seconds.toNumber(), MOMENT.seconds);
    equal(message?.remotetime?.nanos, MOMENT.nanos);
    ok((message?.localtime?.seconds.toNumber() ?? 0) > 1_700_000_000);
  });
});

Deno.test("TimeCheck says when a server does not know the time", async () => {
  const unset = (asked: Uint8Array) => answer(asked, MOMENT, (packet) => packet.set([16], 1));
  await withServer(unset, async (server) => {
    await rejects(answerTo(TimeService.TimeCheck, { server }), {
      code: 2,
      details: "error validating NTP response: the server's own clock is not set",
    });
  });
});

Deno.test("TimeCheck says which server could not be asked", async () => {
  await rejects(answerTo(TimeService.TimeCheck, { server: "127.0.0.1:99999" }), {
    code: 2,
    details: /^error querying NTP server "127\.0\.0\.1:99999": port should be /,
  });
});

Deno.test("queryTime() gives up on a silent server, and at once when cancelled", async () => {
  await withServer(() => undefined, async (server) => {
    await rejects(queryTime(server, { signal: never(), patience: 1 }), /no answer within 1ms/);
    await rejects(queryTime(server, { signal: AbortSignal.abort() }), /context canceled/);
  });
});
