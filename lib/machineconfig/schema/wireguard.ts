/** WireGuard tunnels. */
import { INT, list, number, object, TEXT, text } from "./types.ts";

const deviceWireguardPeer = object("DeviceWireguardPeer", "WireGuard peer", {
  publicKey: text({
    doc: "Public key of the peer: 32 bytes in base64",
    examples: [{ value: "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=" }],
  }),
  endpoint: text({
    doc: "Address and port of the peer; without it, the peer must connect first",
    examples: [{ value: "198.51.100.7:51820" }],
  }),
  persistentKeepaliveInterval: text({
    doc: "Interval of keepalive packets, for NAT and firewall traversal",
    format: "duration",
    examples: [{ value: "25s" }],
  }),
  allowedIPs: list(TEXT, {
    doc: "Subnets reachable through the peer",
    examples: [{ value: ["203.0.113.0/24"] }],
  }),
});

export const deviceWireguardConfig = object("DeviceWireguardConfig", "WireGuard tunnel", {
  privateKey: text({
    doc: "Private key of the tunnel: 32 bytes in base64",
    secret: true,
    examples: [{ value: "bm90IGEgcmVhbCBwcml2YXRlIGtleSwgcmVhbGx5ISE=" }],
  }),
  listenPort: number({
    doc: "UDP listen port; 0 selects any",
    examples: [{ value: 51820 }],
    ...INT,
  }),
  firewallMark: number({
    doc: "Firewall mark of the tunnel's packets",
    examples: [{ value: 100 }],
    ...INT,
  }),
  peers: list(deviceWireguardPeer, {
    doc: "Peers",
    examples: [{
      value: [{
        publicKey: "bm90IGEgcmVhbCBwdWJsaWMga2V5LCBleGFtcGxlISE=",
        endpoint: "198.51.100.7:51820",
        allowedIPs: ["203.0.113.0/24"],
      }],
    }],
  }),
});
