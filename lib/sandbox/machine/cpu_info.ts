/**
 * Parser of `/proc/cpuinfo`.
 *
 * @module
 */

/** A processor as listed by the kernel. */
export interface CpuInfo {
  readonly processor: number;
  readonly vendorId: string;
  readonly cpuFamily: string;
  readonly model: string;
  readonly modelName: string;
  readonly stepping: string;
  readonly microcode: string;
  readonly cpuMhz: number;
  readonly cacheSize: string;
  readonly physicalId: string;
  readonly siblings: number;
  readonly coreId: string;
  readonly cpuCores: number;
  readonly apicId: string;
  readonly initialApicId: string;
  readonly fpu: string;
  readonly fpuException: string;
  readonly cpuIdLevel: number;
  readonly wp: string;
  readonly flags: string[];
  readonly bugs: string[];
  readonly bogoMips: number;
  readonly clFlushSize: number;
  readonly cacheAlignment: number;
  readonly addressSizes: string;
  readonly powerManagement: string;
}

/** Parses `/proc/cpuinfo`: a block of `name : value` lines per processor. */
export function parseCpuInfo(text: string): CpuInfo[] {
  return text.split(/\n\n+/).map(parseFields)
    // Some architectures append a block for the board.
    .filter((fields) => fields.has("processor"))
    .map(toCpuInfo);
}

function parseFields(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) fields.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return fields;
}

function toCpuInfo(fields: Map<string, string>): CpuInfo {
  const text = (...names: string[]) => names.map((name) => fields.get(name)).find(Boolean) ?? "";
  const number = (...names: string[]) => Number(text(...names)) || 0;
  const words = (...names: string[]) => text(...names).split(" ").filter((word) => word !== "");
  return {
    processor: number("processor"),
    vendorId: text("vendor_id", "CPU implementer"),
    cpuFamily: text("cpu family", "CPU architecture"),
    model: text("model", "CPU part"),
    modelName: text("model name"),
    stepping: text("stepping", "CPU revision"),
    microcode: text("microcode"),
    cpuMhz: number("cpu MHz"),
    cacheSize: text("cache size"),
    physicalId: text("physical id"),
    siblings: number("siblings"),
    coreId: text("core id"),
    cpuCores: number("cpu cores"),
    apicId: text("apicid"),
    initialApicId: text("initial apicid"),
    fpu: text("fpu"),
    fpuException: text("fpu_exception"),
    cpuIdLevel: number("cpuid level"),
    wp: text("wp"),
    flags: words("flags", "Features"),
    bugs: words("bugs"),
    bogoMips: number("bogomips", "BogoMIPS"),
    clFlushSize: number("clflush size"),
    cacheAlignment: number("cache_alignment"),
    addressSizes: text("address sizes"),
    powerManagement: text("power management"),
  };
}
