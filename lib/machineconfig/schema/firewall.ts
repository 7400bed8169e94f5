/** Which traffic a machine accepts, and where the mesh reaches it. */
import { formatted, list, object, one, text } from "./types.ts";

export const defaultActionConfig = object(
  "NetworkDefaultActionConfig",
  "What happens to incoming traffic that no rule is about",
  {
    ingress: text({
      doc: "Whether such traffic is accepted or blocked",
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
  "Ports of the machine",
  {
    ports: list(formatted("portRange"), {
      doc: "Ports and ranges of ports, none of them twice",
      required: true,
      always: true,
      merge: "replace",
      examples: [{ value: [80, 443] }, { title: "A range", value: ["30000-32767"] }],
    }),
    protocol: text({
      doc: "Protocol of the traffic",
      always: true,
      values: ["tcp", "udp", "icmp", "icmpv6"],
      examples: [{ value: "tcp" }],
    }),
  },
  { inline: true },
);

const ingressRule = object("IngressRule", "Where traffic may come from", {
  subnet: text({
    doc: "Subnet whose traffic is accepted",
    required: true,
    always: true,
    format: "subnet",
    examples: [{ value: "192.0.2.0/24" }, { title: "One address", value: "192.0.2.7/32" }],
  }),
  except: text({
    doc: "Part of that subnet whose traffic is not accepted",
    format: "subnet",
    examples: [{ value: "192.0.2.128/25" }],
  }),
});

export const ruleConfig = object(
  "NetworkRuleConfig",
  "Which subnets reach some ports of the machine; all others do not",
  {
    name: text({
      doc: "Name of the document",
      required: true,
      always: true,
      examples: [{ value: "node-api" }],
    }),
    portSelector: one(rulePortSelector, {
      doc: "Ports that the rule is about",
      required: true,
      always: true,
      examples: [{ value: { ports: [50000], protocol: "tcp" } }],
    }),
    ingress: list(ingressRule, {
      doc: "Where traffic to these ports may come from",
      always: true,
      merge: "replace",
      examples: [{ value: [{ subnet: "192.0.2.0/24", except: "192.0.2.128/25" }] }],
    }),
  },
);

export const meshEndpointsConfig = object(
  "KubeSpanEndpointsConfig",
  "Where the mesh of KubeSpan reaches the machine from outside",
  {
    extraAnnouncedEndpoints: list(formatted("addressPort"), {
      doc: "Addresses with ports to announce beside those that the machine knows itself",
      always: true,
      examples: [{ value: ["192.0.2.30:51820", "[2001:db8::30]:51820"] }],
    }),
  },
);
