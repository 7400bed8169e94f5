/** Tunnels of Wireguard. */
import { INT, list, number, object, TEXT, text } from "./types.ts";

const deviceWireguardPeer = object("DeviceWireguardPeer", "The other end of a tunnel", {
  publicKey: text({
    doc: "Public key of the other end: 32 bytes in base64",
    examples: [{ value: "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=" }],
  }),
  endpoint: text({
    doc: "Address and port of the other end; without it that one has to begin",
    examples: [{ value: "198.51.100.7:51820" }],
  }),
  persistentKeepaliveInterval: text({
    doc: "How often something is sent so that firewalls keep the way open",
    format: "duration",
    examples: [{ value: "25s" }],
  }),
  allowedIPs: list(TEXT, {
    doc: "Subnets behind the other end",
    examples: [{ value: ["203.0.113.0/24"] }],
  }),
});

export const deviceWireguardConfig = object("DeviceWireguardConfig", "An end of a tunnel", {
  privateKey: text({
    doc: "Private key of this end: 32 bytes in base64",
    secret: true,
    examples: [{ value: "bm90IGEgcmVhbCBwcml2YXRlIGtleSwgcmVhbGx5ISE=" }],
  }),
  listenPort: number({
    doc: "UDP port of this end; 0 is any",
    examples: [{ value: 51820 }],
    ...INT,
  }),
  firewallMark: number({
    doc: "Mark of the tunnel's own packets for firewalls and routing",
    examples: [{ value: 100 }],
    ...INT,
  }),
  peers: list(deviceWireguardPeer, {
    doc: "The other ends",
    examples: [{
      value: [{
        publicKey: "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=",
        endpoint: "198.51.100.7:51820",
        allowedIPs: ["203.0.113.0/24"],
      }],
    }],
  }),
});
