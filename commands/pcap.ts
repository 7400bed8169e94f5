import { OsctlError } from "../lib/errors.ts";
import { bool, duration, int, string } from "../lib/cli/flags.ts";
import { command } from "./wiring.ts";

export default command("pcap")
  .alias("tcpdump")
  .summary("Capture network packets of a node")
  .section("Read nodes")
  .details(
    "Prints the decoded layers of each packet. --brief prints one line per packet, -o json " +
      "one object per line (./json is a file). ^C ends the capture; the file is then " +
      "complete. Exclude the node API, whose packets carry the capture itself, with " +
      '--bpf-filter "not port 50000". Accepts one node.',
  )
  .flags({
    bpfFilter: string({
      help: 'filter expression, such as "tcp port 6443", or the output of tcpdump -dd',
      placeholder: "filter",
    }),
    duration: duration({ help: "end the capture after this time" }),
    interface: string({
      short: "i",
      default: "eth0",
      help: "network interface",
      placeholder: "name",
    }),
    output: string({
      short: "o",
      help: "write a pcap file; -: to stdout; json: print JSON",
      placeholder: "path",
      complete: "localFile",
    }),
    promiscuous: bool({ help: "set the interface to promiscuous mode" }),
    snaplen: int({
      short: "s",
      default: 65536,
      until: "v1.4",
      help: "maximum bytes captured of a packet",
      placeholder: "bytes",
    }),
    brief: bool({ help: "print one line per packet", extra: true }),
    force: bool({ help: "overwrite an existing file", extra: true }),
  })
  .example("osctl pcap -i eth0 --brief -n 10.5.0.2", "Print a line per packet")
  .example(
    'osctl pcap --bpf-filter "not port 50000" -o eth0.pcap -n 10.5.0.2',
    "Save a capture without the node API",
  )
  .example(
    'osctl pcap --bpf-filter "geneve and icmp" --brief -n 10.5.0.2',
    "Capture pings inside Geneve tunnels; mpls, pppoes, vlan, inbound and outbound work alike",
  )
  .example("osctl pcap -o - -n 10.5.0.2 | tcpdump -vvv -r -", "Pipe to tcpdump")
  .run(async (context, { flags }) => {
    const { output, snaplen } = flags;
    if (flags.brief && output !== "") {
      throw new OsctlError("usage", "--brief cannot be combined with --output", {
        hint: "remove one of them",
      });
    }
    if (flags.interface === "") {
      throw new OsctlError("usage", "--interface is empty", { hint: "set a name, such as eth0" });
    }
    if (flags.duration < 0) {
      throw new OsctlError("usage", "--duration is negative", { hint: "use a time, such as 30s" });
    }
    // Undefined in releases without the flag.
    const snapLength = (snaplen as number | undefined) ?? 0;
    if (snapLength < 0 || snapLength > 0xffff_ffff) {
      throw new OsctlError("usage", `invalid --snaplen ${snapLength}`, {
        hint: "use a number of bytes, such as 65536",
      });
    }
    if (output === "-" && context.terminal.isTerminal("stdout")) {
      throw new OsctlError("usage", "the capture was not printed on the terminal", {
        hint: "omit --output to decode packets, or pipe it: osctl pcap -o - | tcpdump -r -",
      });
    }
    const { runCapture } = await import("../lib/console/capture/run_capture.ts");
    await runCapture(context, { ...flags, snapLength });
  });
