import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { createSocket } from "node:dgram";
import { parseServer, queryTime } from "../../../../lib/sandbox/machine/ntp.ts";
import {
  encodeRequest,
  parseResponse,
  type Timestamp,
} from "../../../../lib/sandbox/machine/ntp_packet.ts";
import { TimeService } from "../../../../proto/time.ts";
import { callOne } from "./call.ts";
import { never } from "./folder.ts";

const COOKIE = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
const UNIX_EPOCH = 2_208_988_800;

/** Returns the response of a server with clock `time`, modified by `change`. */
function answer(
  request: Uint8Array,
  time: Timestamp,
  change: (packet: Uint8Array) => void = () => {},
): Uint8Array {
  const packet = new Uint8Array(48);
  packet.set([0x24, 1, 0, 0xec], 0);
  packet.set(request.subarray(40, 48), 24);
  const view = new DataView(packet.buffer);
  view.setUint32(40, (time.seconds + UNIX_EPOCH) % 2 ** 32);
  view.setUint32(44, Math.ceil(time.nanos * 2 ** 32 / 1e9));
  change(packet);
  return packet;
}

/** Runs `body` with an NTP server on loopback whose responses `reply` creates. */
async function withServer(
  reply: (request: Uint8Array) => Uint8Array | undefined,
  body: (server: string) => Promise<void>,
): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (request, { port, address }) => {
    const packet = reply(request);
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

Deno.test("encodeRequest() writes a client packet with the cookie as transmit timestamp", () => {
  const packet = encodeRequest(COOKIE);
  equal(packet.length, 48);
  equal(packet[0], 0x23);
  deepEqual(packet.subarray(40), COOKIE);
});

Deno.test("parseResponse() returns the transmit timestamp", () => {
  deepEqual(parseResponse(answer(encodeRequest(COOKIE), MOMENT), COOKIE), MOMENT);
});

Deno.test("parseResponse() supports NTP era 1, from 2036", () => {
  const later = { seconds: Date.UTC(2040, 0) / 1000, nanos: 0 };
  deepEqual(parseResponse(answer(encodeRequest(COOKIE), later), COOKIE), later);
});

Deno.test("parseResponse() rejects invalid responses", () => {
  const cases: [RegExp, (packet: Uint8Array) => void][] = [
    [/not in server mode/, (packet) => packet.set([0x23], 0)],
    [/does not match the request/, (packet) => packet.set([9], 24)],
    [/kiss-o'-death packet, code RATE/, (packet) => {
      packet.set([0], 1);
      packet.set(new TextEncoder().encode("RATE"), 12);
    }],
    [/clock is not synchronized/, (packet) => packet.set([0xe4], 0)],
    [/clock is not synchronized/, (packet) => packet.set([16], 1)],
    [/no transmit timestamp/, (packet) => packet.fill(0, 40, 48)],
  ];
  for (const [reason, change] of cases) {
    throws(() => parseResponse(answer(encodeRequest(COOKIE), MOMENT, change), COOKIE), reason);
  }
  throws(() => parseResponse(new Uint8Array(47), COOKIE), /too short/);
});

Deno.test("parseServer() splits host and port and keeps bare IPv6 addresses", () => {
  deepEqual(parseServer("time.example"), { host: "time.example", port: 123 });
  deepEqual(parseServer("127.0.0.1:1123"), { host: "127.0.0.1", port: 1123 });
  deepEqual(parseServer("[::1]:1123"), { host: "::1", port: 1123 });
  deepEqual(parseServer("[::1]"), { host: "::1", port: 123 });
  deepEqual(parseServer("fe80::1"), { host: "fe80::1", port: 123 });
});

Deno.test("TimeCheck returns local and remote time", async () => {
  await withServer((request) => answer(request, MOMENT), async (server) => {
    const { messages } = await callOne(TimeService.TimeCheck, { server });
    const [message] = messages;
    equal(message?.server, server);
    equal(message?.remotetime?.seconds.toNumber(), MOMENT.seconds);
    equal(message?.remotetime?.nanos, MOMENT.nanos);
    ok((message?.localtime?.seconds.toNumber() ?? 0) > 1_700_000_000);
  });
});

Deno.test("TimeCheck reports an unsynchronized server", async () => {
  const unset = (request: Uint8Array) => answer(request, MOMENT, (packet) => packet.set([16], 1));
  await withServer(unset, async (server) => {
    await rejects(callOne(TimeService.TimeCheck, { server }), {
      code: 2,
      details: "error validating NTP response: server clock is not synchronized",
    });
  });
});

Deno.test("TimeCheck names the unreachable server", async () => {
  await rejects(callOne(TimeService.TimeCheck, { server: "127.0.0.1:99999" }), {
    code: 2,
    details: /^error querying NTP server "127\.0\.0\.1:99999": port should be /,
  });
});

Deno.test("queryTime() times out, and stops at once when aborted", async () => {
  await withServer(() => undefined, async (server) => {
    await rejects(queryTime(server, { signal: never(), timeoutMs: 1 }), /no response within 1ms/);
    await rejects(queryTime(server, { signal: AbortSignal.abort() }), /context canceled/);
  });
});
