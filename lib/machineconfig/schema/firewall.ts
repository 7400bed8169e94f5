/** Ingress firewall rules and announced mesh endpoints. */
import { formatted, list, object, one, text } from "./types.ts";

export const defaultActionConfig = object(
  "NetworkDefaultActionConfig",
  "Default action for ingress traffic not matched by a rule",
  {
    ingress: text({
      doc: "Default action",
      default: "accept",
      always: true,
      values: ["accept", "block"],
      zero: "accept",
      examples: [{ value: "block" }],
    }),
  },
);

const rulePortSelector = object(
  "RulePortSelector",
  "Port selector",
  {
    ports: list(formatted("portRange"), {
      doc: "Ports and port ranges, which must not overlap",
      required: true,
      always: true,
      merge: "replace",
      examples: [{ value: [80, 443] }, { title: "Port range", value: ["30000-32767"] }],
    }),
    protocol: text({
      doc: "IP protocol",
      always: true,
      values: ["tcp", "udp", "icmp", "icmpv6"],
      examples: [{ value: "tcp" }],
    }),
  },
  { inline: true },
);

const ingressRule = object("IngressRule", "Source of allowed traffic", {
  subnet: text({
    doc: "Allowed source subnet",
    required: true,
    always: true,
    format: "subnet",
    examples: [{ value: "192.0.2.0/24" }, { title: "Single address", value: "192.0.2.7/32" }],
  }),
  except: text({
    doc: "Excluded part of the subnet",
    format: "subnet",
    examples: [{ value: "192.0.2.128/25" }],
  }),
});

export const ruleConfig = object(
  "NetworkRuleConfig",
  "Ingress rule: allows some subnets to reach the selected ports and blocks all others",
  {
    name: text({
      doc: "Document name",
      required: true,
      always: true,
      examples: [{ value: "node-api" }],
    }),
    portSelector: one(rulePortSelector, {
      doc: "Ports the rule applies to",
      required: true,
      always: true,
      examples: [{ value: { ports: [50000], protocol: "tcp" } }],
    }),
    ingress: list(ingressRule, {
      doc: "Allowed sources",
      always: true,
      merge: "replace",
      examples: [{ value: [{ subnet: "192.0.2.0/24", except: "192.0.2.128/25" }] }],
    }),
  },
);

export const meshEndpointsConfig = object(
  "KubeSpanEndpointsConfig",
  "Additional endpoints announced to KubeSpan peers",
  {
    extraAnnouncedEndpoints: list(formatted("addressPort"), {
      doc: "Additional endpoints (address:port) to announce",
      always: true,
      examples: [{ value: ["192.0.2.30:51820", "[2001:db8::30]:51820"] }],
    }),
  },
);
