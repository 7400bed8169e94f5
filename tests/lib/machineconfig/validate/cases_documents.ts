/** Rules of the documents beside the main one, and of which documents there may be. */
import { type Case, cp, doc, no, yes } from "./case.ts";

const rule = (...fields: readonly string[]) => doc("NetworkRuleConfig", ...fields);
const ports = (list: string, protocol = "tcp") =>
  `portSelector: {ports: ${list}, protocol: ${protocol}}`;
const subnet = "ingress: [{subnet: 192.0.2.0/24}]";
const volume = (...fields: readonly string[]) => doc("VolumeConfig", ...fields);
const FINAL = { final: true } as const;
const V14 = { release: "v1.4" } as const;

export const DOCUMENT_CASES: readonly Case[] = [
  no("nothing", "", ""),
  no("only a comment", "", "# nothing\n"),
  no("an empty map", "", "{}\n"),
  no("a text", "", "hello\n"),
  no("a list", "", "- machine\n"),
  no("an empty document at the end", "", `${cp()}---\n`),
  no("an empty document in between", "", `---\n---\n${cp()}`),
  yes("a marker at the start", `---\n${cp()}`),
  no("a version alone", "", "version: v1alpha1\n"),
  yes("a version", `version: v1alpha1\n${cp()}`),
  yes("any version", `version: v2\n${cp()}`),
  no("a main document with a version of documents", "apiVersion", `apiVersion: v1alpha1\n${cp()}`),
  no("a main document with a kind", "kind", `kind: Config\n${cp()}`),
  no("two main documents", "", `${cp()}---\n${cp()}`),
  no("an unknown kind", "kind", doc("NetworkRulesConfig")),
  no(
    "an unknown version",
    "apiVersion",
    "apiVersion: v1\nkind: KmsgLogConfig\nname: a\nurl: tcp://a:1\n",
  ),
  no("no version", "", "kind: KmsgLogConfig\nname: a\nurl: tcp://a:1\n"),
  no("a document of a later release", "kind", doc("EventSinkConfig", "endpoint: a:1"), V14),
  no(
    "a document twice",
    "",
    `${doc("EventSinkConfig", "endpoint: a:1")}---\n${doc("EventSinkConfig", "endpoint: b:1")}`,
  ),
  no(
    "a name twice",
    "",
    `${doc("KmsgLogConfig", "name: a", "url: tcp://a:1")}---\n${
      doc("KmsgLogConfig", "name: a", "url: tcp://a:1")
    }`,
  ),
  yes(
    "two names",
    `${doc("KmsgLogConfig", "name: a", "url: tcp://a:1")}---\n${
      doc("KmsgLogConfig", "name: b", "url: tcp://a:1")
    }`,
  ),
  yes("no main document", doc("EventSinkConfig", "endpoint: a:1")),
  yes("main document second", `${doc("EventSinkConfig", "endpoint: a:1")}---\n${cp()}`),
  no("SideroLink without a URL", "apiUrl", doc("SideroLinkConfig")),
  no("SideroLink with an empty URL", "apiUrl", doc("SideroLinkConfig", 'apiUrl: ""')),
  no("SideroLink without TLS", "apiUrl", doc("SideroLinkConfig", "apiUrl: http://a")),
  no("SideroLink with a path", "apiUrl", doc("SideroLinkConfig", "apiUrl: https://a/b")),
  yes("SideroLink", doc("SideroLinkConfig", "apiUrl: grpc://a:8090/?jointoken=b")),
  no("logs of the kernel without a name", "name", doc("KmsgLogConfig", "url: tcp://a:1")),
  no("logs of the kernel without a URL", "url", doc("KmsgLogConfig", "name: a")),
  no("logs of the kernel to the web", "url", doc("KmsgLogConfig", "name: a", "url: https://a:1")),
  no("logs of the kernel with a path", "url", doc("KmsgLogConfig", "name: a", "url: tcp://a:1/b")),
  no("logs of the kernel without a port", "url", doc("KmsgLogConfig", "name: a", "url: udp://a")),
  yes("logs of the kernel", doc("KmsgLogConfig", "name: a", "url: udp://a:1/")),
  no("a sink of events without an endpoint", "endpoint", doc("EventSinkConfig")),
  no("a sink of events without a port", "endpoint", doc("EventSinkConfig", "endpoint: 192.0.2.1")),
  yes("a sink of events", doc("EventSinkConfig", 'endpoint: "[2001:db8::1]:80"')),
  no("a watchdog without a device", "device", doc("WatchdogTimerConfig")),
  no("a hasty watchdog", "timeout", doc("WatchdogTimerConfig", "device: a", "timeout: 9.9s")),
  yes("a watchdog", doc("WatchdogTimerConfig", "device: a", "timeout: 10s")),
  yes("a watchdog without patience", doc("WatchdogTimerConfig", "device: a", "timeout: 0s")),
  no("a rule without a name", "name", rule(ports("[80]"), subnet)),
  no("a rule without ports", "portSelector.ports", rule("name: a", ports("[]"), subnet)),
  no("a rule with a wrong range", "portSelector.ports[0]", rule("name: a", ports("[9-8]"), subnet)),
  no(
    "a rule with overlapping ports",
    "portSelector.ports[1]",
    rule("name: a", ports("[80-90, 85]"), subnet),
  ),
  no(
    "a rule with a port twice",
    "portSelector.ports[1]",
    rule("name: a", ports("[80, 80]"), subnet),
  ),
  no(
    "a rule with a large port",
    "portSelector.ports[0]",
    rule("name: a", ports("[65536]"), subnet),
  ),
  no("a rule with a service", "portSelector.ports[0]", rule("name: a", ports("[https]"), subnet)),
  no(
    "a rule without a subnet",
    "ingress[0].subnet",
    rule("name: a", ports("[80]"), "ingress: [{}]"),
  ),
  no(
    "a rule with a wrong subnet",
    "ingress[0].subnet",
    rule("name: a", ports("[80]"), "ingress: [{subnet: 192.0.2.1}]"),
  ),
  no(
    "a rule with a wrong exception",
    "ingress[0].except",
    rule("name: a", ports("[80]"), "ingress: [{subnet: 192.0.2.0/24, except: a}]"),
  ),
  no(
    "a rule with a wrong protocol",
    "portSelector.protocol",
    rule("name: a", ports("[80]", "http"), subnet),
  ),
  yes(
    "a rule",
    rule(
      "name: a",
      ports("[80-90, 443, 91]", "udp"),
      "ingress: [{subnet: 192.0.2.0/24, except: 192.0.2.1/32}]",
    ),
  ),
  yes("a rule for nobody", rule("name: a", ports("[80]"))),
  no("a wrong default", "ingress", doc("NetworkDefaultActionConfig", "ingress: deny")),
  yes("a default", doc("NetworkDefaultActionConfig", "ingress: block")),
  yes("no default", doc("NetworkDefaultActionConfig")),
  no("an extension without a name", "name", doc("ExtensionServiceConfig", "environment: [A=b]")),
  no("an extension without anything", "", doc("ExtensionServiceConfig", "name: a")),
  no(
    "an extension with an empty file",
    "configFiles[0].content",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{mountPath: /b}]"),
  ),
  no(
    "an extension with a file nowhere",
    "configFiles[0].mountPath",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{content: b}]"),
  ),
  yes(
    "an extension",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{content: b, mountPath: /c}]"),
  ),
  yes("roots", doc("TrustedRootsConfig", "name: a", "certificates: b")),
  yes("roots without a name", doc("TrustedRootsConfig")),
  no("an unknown volume", "name", volume("name: STATE"), FINAL),
  no("a volume without a name", "name", volume(), FINAL),
  no(
    "sizes in the wrong order",
    "provisioning.minSize",
    volume("name: EPHEMERAL", "provisioning: {minSize: 2GiB, maxSize: 1GiB}"),
    FINAL,
  ),
  no(
    "a wrong size",
    "provisioning.maxSize",
    volume("name: EPHEMERAL", "provisioning: {maxSize: 1Gib/s}"),
    FINAL,
  ),
  yes(
    "a volume",
    volume("name: EPHEMERAL", "provisioning: {grow: no, minSize: 1GiB, maxSize: 1GiB}"),
    FINAL,
  ),
  yes(
    "a volume by disk",
    volume(
      "name: EPHEMERAL",
      "provisioning: {diskSelector: {match: disk.size > 10u * GiB && !system_disk}}",
    ),
    FINAL,
  ),
  no(
    "a volume by a broken expression",
    "provisioning.diskSelector.match",
    volume("name: EPHEMERAL", "provisioning: {diskSelector: {match: disk.size >}}"),
    FINAL,
  ),
  yes(
    "endpoints of the mesh",
    doc(
      "KubeSpanEndpointsConfig",
      'extraAnnouncedEndpoints: ["192.0.2.1:51820", "[2001:db8::1]:51820"]',
    ),
    FINAL,
  ),
  no(
    "wrong endpoints of the mesh",
    "extraAnnouncedEndpoints[0]",
    doc("KubeSpanEndpointsConfig", "extraAnnouncedEndpoints: [192.0.2.1]"),
    FINAL,
  ),
];
