/**
 * Regular expressions that can take quadratic time, or whose source is composed at run time, each with
 * what bounds the text that it reads. A new one gets an expression of linear time instead, if there is
 * one.
 *
 * @module
 */
import type { BoundedRegex } from "../regexes.ts";

/** At most 128 KiB in an argument or variable of the same user, who waits for the own text only. */
const OWN = "text of the user: arguments, variables, keys, own files";
/** The expression matches at the first position where it can begin. */
const FIRST = "matches at the first place, without backtracking over the rest";
/** At most three parts can read the same characters of one line. */
const WAYS = "a fixed number of ways per line";
/** Lines of logs: `MAX_LINE_CHARACTERS` of `lib/procedures/diagnosis/read_facts.ts`. */
const LINE = "at most 4,096 characters of a line of a log";
/** Host names have at most 255 characters, addresses 45, and a zone. */
const ADDRESS = "an address that was parsed, or an endpoint of the own configuration";
/** An image in a field of a message or file, whose size is limited; it has one line. */
const IMAGE = "a reference of an image, in a limited message or an own file";
/** Requests of clients with a certificate. */
const REQUEST = "a parameter of a request to a sandbox node, at most 16 KiB";
/** The parts are constants, escaped or of fixed length. */
const COMPOSED = "composed of constants and escaped text";
/** The user, or a client with a certificate, gives the expression itself. */
const PATTERN = "an expression that the user gives";
/** Files of this machine, and texts that this program wrote. */
const SYSTEM = "text of this machine";
/** Data that the page itself made. */
const OWN_DATA = "a path of numbers that the page has drawn";
/** `MAX_CHARACTERS` of `lib/output/duration.ts`. */
const DURATION = "at most 256 characters, which were validated";

export const BOUNDS: readonly BoundedRegex[] = [
  ["commands/image/default.ts", "/[^:]*$/", IMAGE],
  ["lib/cli/follow_path.ts", "/=.*$/s", FIRST],
  ["lib/cli/unknown.ts", "/=.*$/s", FIRST],
  ["lib/client/endpoints.ts", "/^([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*(?:%[\\w.-]+)?)$/i", ADDRESS],
  ["lib/client/endpoints.ts", "/^\\[(.*:.*)\\]$/", ADDRESS],
  ["lib/client/open.ts", "/^\\[([^\\]]*:[^\\]]*)\\]$/", ADDRESS],
  ["lib/cluster/docker/endpoint.ts", "/[/?#].*$/", OWN],
  ["lib/cluster/image_version.ts", "/@.*$/", IMAGE],
  [
    "lib/cluster/qemu/download.ts",
    "new RegExp(`^[0-9a-f]{${CHECKSUMS[algorithm] ?? 0}}$`)",
    COMPOSED,
  ],
  [
    "lib/cluster/qemu/processes.ts",
    "new RegExp(`(^|[=:,])${RegExp.escape(folder)}($|[/,])`)",
    COMPOSED,
  ],
  ["lib/cluster_file/import/derive_fields.ts", "/@.*$/", IMAGE],
  ["lib/cluster_file/import/template_syntax.ts", "/^(\\w+)\\b\\s*([\\s\\S]*)$/", FIRST],
  [
    "lib/cluster_file/import/template_syntax.ts",
    "/^((?:\\$\\w+\\s*,\\s*)?\\$\\w+)\\s*:=\\s*([\\s\\S]*)$/",
    FIRST,
  ],
  ["lib/cluster_file/import/template_syntax.ts", "/\\s*,\\s*/", FIRST],
  ["lib/cluster_file/import/template_syntax.ts", "/^(if|with)\\b\\s*([\\s\\S]*)$/", FIRST],
  ["lib/cluster_file/import/template_syntax.ts", "/^(\\$\\w+)\\s*(:?=)\\s*([\\s\\S]*)$/", FIRST],
  [
    "lib/console/diagnosis/markdown.ts",
    'new RegExp(`(?<![\\\\w.-])${escape(host)}(?![\\\\w-]|\\\\.\\\\w)`, "g")',
    COMPOSED,
  ],
  ["lib/console/rolling/in_cluster/launch_cluster.ts", "/\\/*$/", OWN],
  ["lib/dashboard/browse/row_filter.ts", "/^\\s*-l\\s*(\\S*)\\s*(.*)$/", OWN],
  ["lib/dashboard/browse/row_filter.ts", 'new RegExp(pattern, "iu")', OWN],
  ["lib/dashboard/screen/browse/line_editor.ts", "/\\S*\\s*$/", OWN],
  ["lib/dashboard/web/page/chart.js", "/-?[\\d.]+,-?[\\d.]+/g", OWN_DATA],
  ["lib/encrypted_files/sops_metadata.ts", "new RegExp(rest, `u${flags}`)", PATTERN],
  ["lib/errors.ts", "/(?<folder>^|.*[/\\\\])[^/\\\\]*\\.(tmp|lock|part|swp)$/", OWN],
  ["lib/kubernetes/connect.ts", "/\\[.*\\]/", ADDRESS],
  ["lib/kubernetes/inject/service_account.ts", "/[^\\n]*$/", OWN],
  [
    "lib/kubernetes/kubeconfig/merge.ts",
    'new RegExp(`(?<!${PART})${RegExp.escape(from)}(?!${PART})`, "g")',
    COMPOSED,
  ],
  [
    "lib/machineconfig/explain/parse_path.ts",
    '/^(?:\\[\\s*(?:(\\d*|\\*|-)|"((?:[^"\\\\]|\\\\.)*)"|\'([^\']*)\'|([^\\]]*?))\\s*\\]|"([^"]*)"|([^.[]+))/',
    OWN,
  ],
  ["lib/machineconfig/generate/endpoint.ts", "/^([^/?#]*)(.*)$/s", FIRST],
  ["lib/machineconfig/load/go_url.ts", "/\\?.+$/s", FIRST],
  [
    "lib/machineconfig/patch/merge_url.ts",
    "/^(?:(?<scheme>[A-Za-z][\\w+.-]*):)?(?:\\/\\/(?:(?<user>[^/?#@]*)@)?(?<host>[^/?#]*))?(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/s",
    WAYS,
  ],
  [
    "lib/machineconfig/redact/redact_diff.ts",
    "/^(@@ -\\d+(?:,\\d+)? \\+\\d+(?:,\\d+)?(?: @@)?)(.*)$/",
    WAYS,
  ],
  ["lib/machineconfig/redact/redact_diff.ts", "/^(?:- )?([\\w.-]+):(?:\\s+(.*))?$/s", WAYS],
  ["lib/machineconfig/redact/redact_go_diff.ts", "/^([-+ \\u00a0]{0,2}\\s*)(.*)$/", WAYS],
  [
    "lib/machineconfig/redact/redact_lines.ts",
    "new RegExp(`(?<![\\\\w-])(?:${names})[\"']?\\\\s*:(?=\\\\s|$|[\"'{[])`)",
    COMPOSED,
  ],
  [
    "lib/machineconfig/validate/expression/tokens.ts",
    'new RegExp(`[bB](?:${QUOTED})|(?:[rR][bB]|[bB][rR])(?:${RAW})`, "y")',
    COMPOSED,
  ],
  [
    "lib/machineconfig/validate/expression/tokens.ts",
    'new RegExp(`(?:${QUOTED})|[rR](?:${RAW})`, "y")',
    COMPOSED,
  ],
  ["lib/node/logs/log_filter.ts", 'new RegExp(text, "u")', PATTERN],
  ["lib/osconfig/select.ts", 'new RegExp(`^${parts.join("[^]*")}$`)', OWN],
  ["lib/output/duration.ts", "/(\\d*)(?:\\.(\\d*))?([a-zµμ]+)/g", DURATION],
  ["lib/output/text.ts", 'new RegExp(`\\\\u001b\\\\[[0-9;:]*m|${UNSAFE.source}`, "g")', COMPOSED],
  ["lib/pki/ip.ts", "new RegExp(`(^|:)${longest}(:|$)`)", COMPOSED],
  ["lib/pki/pem.ts", 'new RegExp(BLOCK, "g")', COMPOSED],
  ["lib/pki/redact_node_text.ts", "/^([\\s-]*(?:[\\w./-]+:(?=\\s|$))?)(.*)$/s", FIRST],
  [
    "lib/pki/secret_fields.ts",
    'new RegExp(`^([\\\\s+-]{0,200}["\']?(?:${NAMES})["\']?:)(?:\\\\s+(\\\\S.*))?$`, "i")',
    COMPOSED,
  ],
  [
    "lib/pki/secret_fields.ts",
    'new RegExp( `(?:[{,[]\\\\s{0,20}(\\\\\\\\{0,8}["\']?)(?:${NAMES})\\\\1\\\\s?:|\\\\s(?:${NAMES}):(?=\\\\S))`, "gi", )',
    COMPOSED,
  ],
  ["lib/platform/files.ts", "/\\ufffd[^]*$/", FIRST],
  ["lib/platform/paths.ts", "/\\\\*$/", OWN],
  ["lib/platform/real_system.ts", "/(.)[/\\\\]+$/", OWN],
  ["lib/platform/tar/header.ts", "/\\0[^]*$/", FIRST],
  ["lib/preferences/parse.ts", "/,(?![^([]*[)\\]])/", OWN],
  ["lib/procedures/cluster/compare_node.ts", "/^(.*?)(?::([^:/@]*))?(?:@.*)?$/", IMAGE],
  [
    "lib/procedures/diagnosis/bundle/bundle_facts.ts",
    'new RegExp(`^${name}\\\\s{2,}(.*)$`, "m")',
    COMPOSED,
  ],
  [
    "lib/procedures/diagnosis/rules/boot.ts",
    '/(?:fatal sequencer error in "(\\w+)" sequence: |(\\w+) sequence: failed: |error running phase \\d+ in (\\w+) sequence: |task (\\w+) \\(\\d+\\/\\d+\\): failed[:,] )(.*)/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/boot.ts",
    '/(no disks? (?:found )?match(?:ed|es|ing)?[^"]*|install disk[^"]*(?:not found|missing)|failed to (?:find|open|probe)[^"]*\\/dev\\/[\\w/-]+[^"]*(?:no such (?:file|device)[^"]*)|lstat \\/dev\\/[\\w/-]+: no such file or directory|disk not found[^"]*|no disk is selected[^"]*|no system disk found|disk does(?:n\'t| not) match[^"]*|specified install disk does not exists?[^"]*)/i',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/images.ts",
    '/no such host|server misbehaving|lookup \\S+[^"]*(?:i\\/o timeout|connection refused|Temporary failure)|Try again/i',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/images.ts",
    '/(?:failed to pull(?: and unpack)? image|error pulling image|Failed to pull image|failed to resolve(?: reference)?|PullImage (?:from image service )?failed)[^"]*"?\\\\*"?([\\w.\\-/:@\\[\\]]+[\\w])\\\\*"?([^]*)/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/images.ts",
    'new RegExp(`(?:${escape(image)}).*(?:error|fail)`, "i")',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/images.ts",
    "new RegExp(`(?=.*${IMAGE_NAMES[id]})${PULL_ERROR.source}`)",
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/images.ts",
    "new RegExp(`(?=.*installer)${PULL_ERROR.source}`)",
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/kubelet.ts",
    '/(https:\\/\\/[^/"\\\\]+)[^"]*\\\\?"?: (dial tcp[^"]*|context deadline exceeded|net\\/http: TLS handshake timeout|EOF)/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/kubelet.ts",
    '/(?:Unable to register node|failed to ensure (?:node )?lease exists|Failed to (?:list|watch) \\*v1\\.\\w+|failed to list \\*v1\\.\\w+).*?(Unauthorized|x509: [^"\\\\]*|User \\\\*"system:anonymous\\\\*" cannot \\w+ resource)|(?:bootstrap|client) (?:token|certificate)[^"]*(expired|Unauthorized)|part of the existing bootstrap client certificate in \\S+ is (expired)/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/kubernetes.ts",
    '/(?=.*k8s\\.(?:ExtraManifest|ManifestApply|Manifest|ControlPlane\\w*)Controller).*?"error":\\s*"((?:[^"\\\\]|\\\\.)*)"/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/machine.ts",
    '/(?:Memory cgroup out of memory|Out of memory): Killed process \\d+ \\(([^)]+)\\)|(\\S+) invoked oom-killer|Sending SIGKILL to cgroup.*?OOMController.*?"cgroup":\\s*"([^"]+)"/',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/machine.ts",
    "/(?:I\\/O error, dev (\\w+)|Buffer I\\/O error on dev (\\w+)|critical medium error, dev (\\w+)|(nvme\\w+): I\\/O (?:tag )?\\d+.*timeout|(ata\\d+(?:\\.\\d+)?): (?:failed command|exception Emask))/",
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/membership.ts",
    '/(?:decrypt\\w*[^"]*affiliate|affiliate[^"]*decrypt)[^"]*/i',
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/network.ts",
    "/\\b((?:eth|en|eno|ens|enp|enx)[\\w.]*|bond\\d+)(?:\\s*:|:? NIC)?.*?[Ll]ink is [Dd]own/",
    LINE,
  ],
  [
    "lib/procedures/diagnosis/rules/services.ts",
    'new RegExp( `controller failed.*"${ name.replaceAll(".", "\\\\.") }".*?"error":\\\\s*"((?:[^"\\\\\\\\]|\\\\\\\\.)*)"`, )',
    LINE,
  ],
  ["lib/procedures/rolling/in_cluster/task_status.ts", "/\\{.*$/", FIRST],
  [
    "lib/resource/selector.ts",
    'new RegExp( String .raw`\\s*(?:(!)\\s*(${KEY})|(${KEY})(?:\\s*(==?|!=)\\s*([^\\s,=!()]*)|\\s+(in|notin)\\s*\\(([^()]*)\\))?)\\s*(?:,|$)`, "y", )',
    COMPOSED,
  ],
  ["lib/rpc/certificate.ts", "/%.*$/", ADDRESS],
  ["lib/rpc/endpoint.ts", "/%.+$/", ADDRESS],
  ["lib/rpc/proxy.ts", "/%.*$/", ADDRESS],
  ["lib/rpc/session/session_name.ts", "/[^/]+-[0-9a-f]{8}\\.js$/", OWN],
  ["lib/sandbox/images/reference.ts", "/^(.*?)(?::([^:/@\\]]*))?(?:@(.*))?$/s", IMAGE],
  ["lib/sandbox/images/verify.ts", 'new RegExp(`^${parts.join(".*")}$`, "s")', IMAGE],
  ["lib/sandbox/kubernetes/container_scripts.ts", "/(:[^:/]*)?(@.*)?$/", IMAGE],
  ["lib/sandbox/kubernetes/controllers/os_accounts.ts", "/^\\s+crt: (\\S+)$/m", SYSTEM],
  [
    "lib/sandbox/kubernetes/selectors.ts",
    "new RegExp(`^(${KEY})\\\\s*(==|=|!=)\\\\s*(${VALUE})$`)",
    REQUEST,
  ],
  [
    "lib/sandbox/kubernetes/selectors.ts",
    "new RegExp(`^(${KEY})\\\\s+(in|notin)\\\\s*\\\\(([^()]*)\\\\)$`)",
    REQUEST,
  ],
  ["lib/sandbox/kubernetes/selectors.ts", "new RegExp(`^(!?)\\\\s*(${KEY})$`)", REQUEST],
  ["lib/sandbox/kubernetes/selectors.ts", "/,(?![^(]*\\))/", REQUEST],
  [
    "lib/sandbox/lifecycle/action_errors.ts",
    "/^[^@\\s]*\\/[^@\\s:]+:([\\w][\\w.-]{0,127})(@sha256:[0-9a-f]{64})?$/",
    IMAGE,
  ],
  ["lib/sandbox/state/controllers/addresses.ts", "/:.*$/", SYSTEM],
  ["lib/sandbox/state/controllers/addresses.ts", "/:.*$/", SYSTEM],
  ["lib/sandbox/state/controllers/ip_addresses.ts", "/[/%].*$/", SYSTEM],
  ["lib/sandbox/state/controllers/network_status.ts", "/^\\s*nameserver\\s+(\\S+)/gm", SYSTEM],
  ["lib/sandbox/state/id_filter.ts", "new RegExp(pattern, flags)", PATTERN],
  ["lib/sandbox/state/quantity.ts", "/^(-?[0-9]+)(?![-0-9])\\s*(.*)$/s", REQUEST],
  ["lib/targets/is_expression.ts", "/^\\s*(?:[@-]|[^[]+\\[)/", OWN],
  [
    "lib/yaml/flow_lines.ts",
    'new RegExp(`(?:(?: {${parent + 1}}.*| *)(?:\\\\r\\\\n?|\\\\n))*`, "y")',
    COMPOSED,
  ],
];
