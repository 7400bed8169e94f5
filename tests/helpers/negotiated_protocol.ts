/** The protocol a TLS server negotiates by ALPN. */
import { connect } from "node:tls";

/** Offers HTTP/2 and returns the protocol that the server negotiated, or false for none. */
export async function negotiatedProtocol(
  { address, port }: { address: string; port: number },
): Promise<string | false> {
  const socket = connect({
    host: address,
    port,
    ALPNProtocols: ["h2"],
    // Only the handshake matters; a server that requires a certificate closes the connection later.
    rejectUnauthorized: false,
    // The default roots are disabled once a client of this process has connected.
    ca: [],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", () => resolve());
      socket.on("error", reject);
    });
    return socket.alpnProtocol ?? false;
  } finally {
    socket.destroy();
  }
}
