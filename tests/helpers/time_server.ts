/**
 * An NTP server on loopback with a stopped clock.
 *
 * @module
 */
import { createSocket } from "node:dgram";

/** The Unix epoch in NTP time, seconds since 1900. */
const UNIX_EPOCH = 2_208_988_800;

/** Server time, seconds since the Unix epoch, plus half a second. */
const SERVER_TIME = Date.UTC(2026, 10, 21, 7, 42, 13) / 1000;

/** Runs `body` with a server whose time is 2026-11-21 07:42:13.5 UTC. */
export async function withTimeServer(body: (server: string) => Promise<void>): Promise<void> {
  const socket = createSocket("udp4");
  socket.on("message", (request, { port, address }) => {
    const packet = new Uint8Array(48);
    packet.set([0x24, 1, 0, 0xec], 0);
    packet.set(request.subarray(40, 48), 24);
    const view = new DataView(packet.buffer);
    view.setUint32(40, SERVER_TIME + UNIX_EPOCH);
    view.setUint32(44, 2 ** 31);
    socket.send(packet, port, address);
  });
  await new Promise<void>((bound) => socket.bind(0, "127.0.0.1", () => bound()));
  try {
    await body(`127.0.0.1:${socket.address().port}`);
  } finally {
    await new Promise<void>((closed) => socket.close(() => closed()));
  }
}
