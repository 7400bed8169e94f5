/**
 * Rules of document kinds of v1.10 and newer, in addition to required fields.
 *
 * @module
 */
import { decodeBase64 } from "../../yaml/base64.ts";
import { parseAddress, parseSubnet } from "../load/addresses.ts";
import { parseGoUrl } from "../load/go_url.ts";
import { quoted } from "../problem.ts";
import type { Cursor } from "./cursor.ts";
import type { Report } from "./report.ts";
import { checkSubnetFilters } from "./addresses.ts";
import { checkBgpInstance } from "./bgp.ts";
import { checkContainer } from "./containers.ts";
import { checkSelector } from "./expression/check_selector.ts";
import { checkImageVerification } from "./image_rules.ts";
import { checkArray, checkLogicalVolume, checkVolumeGroup } from "./storage.ts";
import { SYSTEM_RULES } from "./system_rules.ts";
import { VOLUME_RULES } from "./volumes.ts";

type Rules = (document: Cursor, report: Report) => void;

/** Minimum MTU of IPv6 (RFC 8200). */
const MIN_MTU = 1280;

/** Rules by document kind. */
export const NEWER_RULES: Readonly<Record<string, Rules>> = {
  ...VOLUME_RULES,
  ...SYSTEM_RULES,
  BlackholeRouteConfig(document, report) {
    checkName(document, parseSubnet, "a subnet such as 192.0.2.0/24", report);
  },
  BondConfig(document, report) {
    checkLink(document, report);
    if (document.at("bondMode").text !== "802.3ad") return;
    for (const name of ["miimon", "updelay", "downdelay"]) {
      const cursor = document.at(name);
      if (!cursor.isPresent) report.warning(cursor, `"${name}" is not set for mode 802.3ad`);
    }
  },
  BridgeConfig: checkLink,
  DHCPv4Config: checkDuid,
  DHCPv6Config: checkDuid,
  DummyLinkConfig: checkLink,
  HCloudVIPConfig(document, report) {
    checkName(document, parseAddress, "an address such as 192.0.2.10", report);
  },
  HTTPProbeConfig(document, report) {
    checkHttpUrl(document.at("url"), report);
    checkNotNegative(document, ["interval", "timeout", "failureThreshold"], report);
  },
  HostnameConfig(document, report) {
    const [auto, hostname] = [document.at("auto"), document.at("hostname")];
    if (!auto.isPresent && !hostname.isNonEmpty) {
      report.error(document, '"auto" or "hostname" is required', 'set "auto: stable"');
    }
    if (!hostname.isNonEmpty) return;
    if (auto.text === "stable") {
      report.error(hostname, '"hostname" is not allowed with "auto"', "remove one of them");
    }
    const [label = ""] = hostname.text.split(".");
    if (hostname.text.length > 253 || label === "" || label.length > 63) {
      report.error(hostname, `invalid hostname ${quoted(hostname.text)}`);
    }
  },
  KubeExternalManifestConfig(document, report) {
    checkHttpUrl(document.at("url"), report);
  },
  KubeSpanConfig(document, report) {
    checkSubnetFilters(document.atPath("filters", "endpoints"), report);
    const mtu = document.at("mtu");
    if (mtu.isPresent && mtu.number < MIN_MTU) {
      report.error(mtu, `MTU ${mtu.number} is too small`, `use ${MIN_MTU} or more`);
    }
  },
  Layer2VIPConfig(document, report) {
    checkName(document, parseAddress, "an address such as 192.0.2.10", report);
  },
  LinkConfig: checkLink,
  RegistryAuthConfig(document, report) {
    const [auth, username, token] = ["auth", "username", "identityToken"]
      .map((name) => document.at(name)) as [Cursor, Cursor, Cursor];
    const count = [auth, username, token].filter(({ isNonEmpty }) => isNonEmpty).length;
    if (count < 2) return;
    report.error(
      auth.isNonEmpty ? auth : token,
      'only one of "auth", "username" and "identityToken" is allowed',
      "remove the others",
    );
  },
  RegistryMirrorConfig(document, report) {
    for (const endpoint of document.at("endpoints").items) checkHttpUrl(endpoint.at("url"), report);
  },
  ResolverConfig(document, report) {
    const dns = document.at("hostDNS");
    for (
      const name of dns.at("enabled").isTrue ? [] : ["forwardKubeDNSToHost", "resolveMemberNames"]
    ) {
      const cursor = dns.at(name);
      if (cursor.isTrue) report.error(cursor, `"${name}" requires "enabled"`);
    }
    for (const server of document.at("nameservers").items) {
      // Nodes of v1.12 and v1.13 accept a server without an address.
      const address = server.at("address");
      if (report.knows({ since: "v1.14" }) && !address.isNonEmpty && !address.isInvalid) {
        report.error(address, '"address" is required');
      }
      const [protocol, name] = [server.at("protocol").text || "Do53", server.at("tlsServerName")];
      if (protocol === "Do53" && name.isNonEmpty) {
        report.error(name, '"tlsServerName" is not allowed for Do53', "remove it");
      }
      if (protocol !== "Do53" && !name.isNonEmpty) {
        report.error(name, `"tlsServerName" is required for ${protocol}`);
      }
    }
  },
  RoutingRuleConfig(document, report) {
    const [name, table, action] = [
      document.at("name"),
      document.at("table"),
      document.at("action"),
    ];
    const priority = /^\d+$/.test(name.text) ? Number(name.text) : NaN;
    if (name.isNonEmpty && !(priority >= 1 && priority <= 32_765)) {
      report.error(name, `invalid priority ${quoted(name.text)}`, "use a number from 1 to 32765");
    }
    const isLookup = ["", "unspec", "unicast"].includes(action.text);
    if (isLookup && ["", "unspec"].includes(table.text)) {
      report.error(table, '"table" or an "action" other than unicast is required');
    }
    const mask = document.at("fwMask");
    if (mask.number !== 0 && document.at("fwMark").number === 0) {
      report.error(mask, '"fwMask" requires "fwMark"');
    }
  },
  StaticHostConfig(document, report) {
    checkName(document, parseAddress, "an address such as 192.0.2.40", report);
  },
  TCPProbeConfig(document, report) {
    checkNotNegative(document, ["interval", "timeout", "failureThreshold"], report);
  },
  TimeSyncConfig(document, report) {
    checkNotNegative(document, ["bootTimeout"], report);
    const ptp = document.at("ptp");
    if (ptp.isPresent && document.at("ntp").isPresent) {
      report.error(ptp, '"ptp" is not allowed with "ntp"', "remove one of them");
    }
  },
  VLANConfig(document, report) {
    checkLink(document, report);
    const id = document.at("vlanID");
    if (id.number > 4094) report.error(id, `invalid VLAN ID ${id.number}`, "use 1 to 4094");
  },
  VRFConfig(document, report) {
    checkLink(document, report);
    const table = document.at("table");
    if (!["unspec", "local", "main", "default"].includes(table.text)) return;
    report.error(table, `the routing table ${table.text} is reserved`, "use a number");
  },
  VethConfig(document, report) {
    checkLink(document, report);
    checkLink(document.at("peer"), report);
    const peer = document.atPath("peer", "name");
    if (peer.isNonEmpty && peer.text === document.at("name").text) {
      report.error(peer, "both ends have the same name", "use another name");
    }
  },
  WireguardConfig(document, report) {
    checkLink(document, report);
    checkKey(document.at("privateKey"), report);
    const port = document.at("listenPort");
    if (port.number < 0 || port.number > 0xffff) {
      report.error(port, `invalid port ${port.number}`, "use a port from 0 to 65535");
    }
    for (const peer of document.at("peers").items) {
      checkKey(peer.at("publicKey"), report);
      checkKey(peer.at("presharedKey"), report);
      checkNotNegative(peer, ["persistentKeepaliveInterval"], report);
    }
  },
  DiscoveryIdentityConfig(document, report) {
    const secret = document.at("clusterSecret");
    if (!secret.isNonEmpty || decodeBase64(secret.text)?.length === 32) return;
    report.error(
      secret,
      "the secret is not 32 bytes in base64",
      "take it from the cluster's secrets",
    );
  },
  DiscoveryServiceConfig(document, report) {
    const endpoint = document.at("endpoint");
    if (!endpoint.isNonEmpty) return;
    const url = parseGoUrl(endpoint.text);
    // Another rule reports texts that are no URL.
    if (typeof url === "string") return;
    const hint = "use a URL such as https://discovery.example.com/";
    const problem = !["http", "https", "grpc"].includes(url.scheme)
      ? "requires the scheme http, https or grpc"
      : url.host.replace(/:\d*$/, "") === ""
      ? "has no host"
      : undefined;
    if (problem !== undefined) report.error(endpoint, `the discovery service ${problem}`, hint);
  },
  BGPInstanceConfig: checkBgpInstance,
  ContainerConfig: checkContainer,
  ImageVerificationConfig: checkImageVerification,
  LVMLogicalVolumeConfig: checkLogicalVolume,
  LVMVolumeGroupConfig: checkVolumeGroup,
  LinkAliasConfig(document, report) {
    const [name, match] = [document.at("name"), document.atPath("selector", "match")];
    if (name.text.includes("%") && !/^[^%]+%d$/.test(name.text)) {
      report.error(name, `invalid name ${quoted(name.text)}`, "use one %d, at the end");
    }
    if (match.text === "") report.error(match, "a link selector is required");
    checkSelector(match, "link", report);
  },
  RAIDArrayConfig: checkArray,
};

/** Checks addresses and routes of a link. */
function checkLink(link: Cursor, report: Report): void {
  const check = (cursor: Cursor) => {
    if (!/^(0\.0\.0\.0|::)(\/|$)/.test(cursor.text)) return;
    report.error(cursor, `${cursor.text} is not an address of a machine`);
  };
  for (const address of link.at("addresses").items) check(address.at("address"));
  for (const route of link.at("routes").items) {
    const destination = route.at("destination");
    if (/^(0\.0\.0\.0|::)\//.test(destination.text)) {
      report.error(destination, "the default route has no destination", "remove it");
    }
    check(route.at("gateway"));
    check(route.at("source"));
  }
}

function checkDuid(document: Cursor, report: Report): void {
  const [duid, isDuid] = [
    document.at("duidRaw"),
    document.at("clientIdentifier").text === "duid",
  ];
  if (isDuid === duid.isNonEmpty) return;
  report.error(
    duid,
    isDuid ? '"duidRaw" is required' : '"duidRaw" requires "clientIdentifier: duid"',
  );
}

function checkName(
  document: Cursor,
  parse: (text: string) => unknown,
  expected: string,
  report: Report,
): void {
  const name = document.at("name");
  if (!name.isNonEmpty || parse(name.text) !== undefined) return;
  report.error(name, `invalid name ${quoted(name.text)}`, `use ${expected}`);
}

function checkHttpUrl(cursor: Cursor, report: Report): void {
  const url = parseGoUrl(cursor.text);
  if (!cursor.isNonEmpty || typeof url === "string") return;
  if (url.scheme === "http" || url.scheme === "https") return;
  report.error(cursor, "unsupported URL scheme", "use http:// or https://");
}

/** A WireGuard key is 32 bytes long. */
function checkKey(cursor: Cursor, report: Report): void {
  if (!cursor.isNonEmpty || decodeBase64(cursor.text)?.length === 32) return;
  report.error(cursor, "invalid key: not 32 bytes in base64");
}

function checkNotNegative(document: Cursor, names: readonly string[], report: Report): void {
  for (const name of names) {
    const cursor = document.at(name);
    if (cursor.number < 0 || cursor.text.startsWith("-")) {
      report.error(cursor, `"${name}" is negative`);
    }
  }
}
