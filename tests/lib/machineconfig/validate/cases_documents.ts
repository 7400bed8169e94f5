/** Cases of other documents, and of document combinations. */
import { type Case, cp, doc, invalid, valid } from "./case.ts";

const rule = (...fields: readonly string[]) => doc("NetworkRuleConfig", ...fields);
const ports = (list: string, protocol = "tcp") =>
  `portSelector: {ports: ${list}, protocol: ${protocol}}`;
const subnet = "ingress: [{subnet: 192.0.2.0/24}]";
const volume = (...fields: readonly string[]) => doc("VolumeConfig", ...fields);
const FINAL = { final: true } as const;
const V14 = { release: "v1.4" } as const;

export const DOCUMENT_CASES: readonly Case[] = [
  invalid("nothing", "", ""),
  invalid("only a comment", "", "# nothing\n"),
  invalid("an empty map", "", "{}\n"),
  invalid("a string", "", "hello\n"),
  invalid("a list", "", "- machine\n"),
  invalid("an empty document at the end", "", `${cp()}---\n`),
  invalid("an empty document in between", "", `---\n---\n${cp()}`),
  valid("a marker at the start", `---\n${cp()}`),
  invalid("a version alone", "", "version: v1alpha1\n"),
  valid("a version", `version: v1alpha1\n${cp()}`),
  valid("any version", `version: v2\n${cp()}`),
  invalid(
    "a main document with a version of documents",
    "apiVersion",
    `apiVersion: v1alpha1\n${cp()}`,
  ),
  invalid("a main document with a kind", "kind", `kind: Config\n${cp()}`),
  invalid("two main documents", "", `${cp()}---\n${cp()}`),
  invalid("an unknown kind", "kind", doc("NetworkRulesConfig")),
  invalid(
    "an unknown version",
    "apiVersion",
    "apiVersion: v1\nkind: KmsgLogConfig\nname: a\nurl: tcp://a:1\n",
  ),
  invalid("no version", "", "kind: KmsgLogConfig\nname: a\nurl: tcp://a:1\n"),
  invalid("a document of a later release", "kind", doc("EventSinkConfig", "endpoint: a:1"), V14),
  invalid(
    "a duplicate document",
    "",
    `${doc("EventSinkConfig", "endpoint: a:1")}---\n${doc("EventSinkConfig", "endpoint: b:1")}`,
  ),
  invalid(
    "a duplicate name",
    "",
    `${doc("KmsgLogConfig", "name: a", "url: tcp://a:1")}---\n${
      doc("KmsgLogConfig", "name: a", "url: tcp://a:1")
    }`,
  ),
  valid(
    "two document names",
    `${doc("KmsgLogConfig", "name: a", "url: tcp://a:1")}---\n${
      doc("KmsgLogConfig", "name: b", "url: tcp://a:1")
    }`,
  ),
  valid("no main document", doc("EventSinkConfig", "endpoint: a:1")),
  valid("main document second", `${doc("EventSinkConfig", "endpoint: a:1")}---\n${cp()}`),
  invalid("SideroLink without a URL", "apiUrl", doc("SideroLinkConfig")),
  invalid("SideroLink with an empty URL", "apiUrl", doc("SideroLinkConfig", 'apiUrl: ""')),
  invalid("SideroLink without TLS", "apiUrl", doc("SideroLinkConfig", "apiUrl: http://a")),
  invalid("SideroLink with a path", "apiUrl", doc("SideroLinkConfig", "apiUrl: https://a/b")),
  valid("SideroLink", doc("SideroLinkConfig", "apiUrl: grpc://a:8090/?jointoken=b")),
  invalid("kernel logs without a name", "name", doc("KmsgLogConfig", "url: tcp://a:1")),
  invalid("kernel logs without a URL", "url", doc("KmsgLogConfig", "name: a")),
  invalid("kernel logs over https", "url", doc("KmsgLogConfig", "name: a", "url: https://a:1")),
  invalid("kernel logs with a path", "url", doc("KmsgLogConfig", "name: a", "url: tcp://a:1/b")),
  invalid("kernel logs without a port", "url", doc("KmsgLogConfig", "name: a", "url: udp://a")),
  valid("kernel logs", doc("KmsgLogConfig", "name: a", "url: udp://a:1/")),
  invalid("an event sink without an endpoint", "endpoint", doc("EventSinkConfig")),
  invalid(
    "an event sink without a port",
    "endpoint",
    doc("EventSinkConfig", "endpoint: 192.0.2.1"),
  ),
  valid("an event sink", doc("EventSinkConfig", 'endpoint: "[2001:db8::1]:80"')),
  invalid("a watchdog without a device", "device", doc("WatchdogTimerConfig")),
  invalid(
    "a watchdog with a short timeout",
    "timeout",
    doc("WatchdogTimerConfig", "device: a", "timeout: 9.9s"),
  ),
  valid("a watchdog", doc("WatchdogTimerConfig", "device: a", "timeout: 10s")),
  valid("a watchdog without a timeout", doc("WatchdogTimerConfig", "device: a", "timeout: 0s")),
  invalid("a rule without a name", "name", rule(ports("[80]"), subnet)),
  invalid("a rule without ports", "portSelector.ports", rule("name: a", ports("[]"), subnet)),
  invalid(
    "a rule with an invalid range",
    "portSelector.ports[0]",
    rule("name: a", ports("[9-8]"), subnet),
  ),
  invalid(
    "a rule with overlapping ports",
    "portSelector.ports[1]",
    rule("name: a", ports("[80-90, 85]"), subnet),
  ),
  invalid(
    "a rule with a duplicate port",
    "portSelector.ports[1]",
    rule("name: a", ports("[80, 80]"), subnet),
  ),
  invalid(
    "a rule with a large port",
    "portSelector.ports[0]",
    rule("name: a", ports("[65536]"), subnet),
  ),
  invalid(
    "a rule with a service name",
    "portSelector.ports[0]",
    rule("name: a", ports("[https]"), subnet),
  ),
  invalid(
    "a rule without a subnet",
    "ingress[0].subnet",
    rule("name: a", ports("[80]"), "ingress: [{}]"),
  ),
  invalid(
    "a rule with an invalid subnet",
    "ingress[0].subnet",
    rule("name: a", ports("[80]"), "ingress: [{subnet: 192.0.2.1}]"),
  ),
  invalid(
    "a rule with an invalid exception",
    "ingress[0].except",
    rule("name: a", ports("[80]"), "ingress: [{subnet: 192.0.2.0/24, except: a}]"),
  ),
  invalid(
    "a rule with an invalid protocol",
    "portSelector.protocol",
    rule("name: a", ports("[80]", "http"), subnet),
  ),
  valid(
    "a rule",
    rule(
      "name: a",
      ports("[80-90, 443, 91]", "udp"),
      "ingress: [{subnet: 192.0.2.0/24, except: 192.0.2.1/32}]",
    ),
  ),
  valid("a rule without sources", rule("name: a", ports("[80]"))),
  invalid(
    "an invalid default action",
    "ingress",
    doc("NetworkDefaultActionConfig", "ingress: deny"),
  ),
  valid("a default action", doc("NetworkDefaultActionConfig", "ingress: block")),
  valid("no default action", doc("NetworkDefaultActionConfig")),
  invalid(
    "an extension without a name",
    "name",
    doc("ExtensionServiceConfig", "environment: [A=b]"),
  ),
  invalid("an empty extension service", "", doc("ExtensionServiceConfig", "name: a")),
  invalid(
    "an extension file without content",
    "configFiles[0].content",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{mountPath: /b}]"),
  ),
  invalid(
    "an extension file without a mount path",
    "configFiles[0].mountPath",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{content: b}]"),
  ),
  valid(
    "an extension",
    doc("ExtensionServiceConfig", "name: a", "configFiles: [{content: b, mountPath: /c}]"),
  ),
  valid("roots", doc("TrustedRootsConfig", "name: a", "certificates: b")),
  valid("roots without a name", doc("TrustedRootsConfig")),
  invalid("an unknown volume", "name", volume("name: STATE"), FINAL),
  invalid("a volume without a name", "name", volume(), FINAL),
  invalid(
    "a minimum size above the maximum",
    "provisioning.minSize",
    volume("name: EPHEMERAL", "provisioning: {minSize: 2GiB, maxSize: 1GiB}"),
    FINAL,
  ),
  invalid(
    "an invalid size",
    "provisioning.maxSize",
    volume("name: EPHEMERAL", "provisioning: {maxSize: 1Gib/s}"),
    FINAL,
  ),
  valid(
    "a volume",
    volume("name: EPHEMERAL", "provisioning: {grow: no, minSize: 1GiB, maxSize: 1GiB}"),
    FINAL,
  ),
  valid(
    "a volume with a disk selector",
    volume(
      "name: EPHEMERAL",
      "provisioning: {diskSelector: {match: disk.size > 10u * GiB && !system_disk}}",
    ),
    FINAL,
  ),
  invalid(
    "a volume with an invalid expression",
    "provisioning.diskSelector.match",
    volume("name: EPHEMERAL", "provisioning: {diskSelector: {match: disk.size >}}"),
    FINAL,
  ),
  valid(
    "KubeSpan endpoints",
    doc(
      "KubeSpanEndpointsConfig",
      'extraAnnouncedEndpoints: ["192.0.2.1:51820", "[2001:db8::1]:51820"]',
    ),
    FINAL,
  ),
  invalid(
    "invalid KubeSpan endpoints",
    "extraAnnouncedEndpoints[0]",
    doc("KubeSpanEndpointsConfig", "extraAnnouncedEndpoints: [192.0.2.1]"),
    FINAL,
  ),
];
