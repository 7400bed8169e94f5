/**
 * Commands of other tools, and the commands that serve their purpose.
 *
 * @module
 */
import type { Synonyms } from "../lib/cli/command.ts";

/** Commands in place of a shell on the node, which nodes do not have. */
const SHELL = ["read <path>", "list <path>", "dashboard"] as const;

/** Synonyms at the first level. */
export const rootSynonyms: Synonyms = {
  "bash": SHELL,
  "contexts": ["config contexts"],
  "create": ["cluster create"],
  "current-context": ["config current-context"],
  "date": ["time"],
  "delete": ["cluster destroy"],
  "describe": ["get <type> <id> -o yaml", "explain <path>"],
  "destroy": ["cluster destroy"],
  "df": ["mounts"],
  "exec": SHELL,
  "hostname": ["get hostname"],
  "htop": ["dashboard", "processes --watch"],
  "ifconfig": ["get addresses", "get links"],
  "init": ["gen config <cluster name> <cluster endpoint>", "cluster create"],
  "install": ["apply-config -f <path> --insecure"],
  "ip": ["get addresses", "get routes", "get links"],
  "journalctl": ["logs <service>", "dmesg"],
  "kill": ["restart <id>", "service <id> restart"],
  "lsblk": ["disks"],
  "members": ["get members", "etcd members"],
  "nodes": ["get members", "config node <node>..."],
  "pods": ["containers --kubernetes"],
  "sh": SHELL,
  "snapshot": ["etcd snapshot <path>"],
  "ssh": SHELL,
  "status": ["health", "service", "dashboard"],
  "systemctl": ["service"],
  "tail": ["logs <service> --follow --tail 10"],
  "top": ["dashboard", "processes --watch"],
  "uname": ["version"],
  "use-context": ["config context <context>"],
};
