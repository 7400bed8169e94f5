/**
 * Access control lists of Windows, in place of the modes 0600 and 0700, by functions of
 * advapi32.dll. Security descriptors are text of the Security Descriptor Definition Language.
 *
 * @module
 */

/**
 * Full access for a user, the system and administrators; nothing is inherited (`P`). In a folder, files
 * and folders inherit it.
 */
const ownerOnly = (user: string, isFolder: boolean) =>
  "D:P" + [user, "SY", "BA"].map((sid) => `(A;${isFolder ? "OICI" : ""};FA;;;${sid})`).join("");

const SDDL_REVISION_1 = 1;
/** SE_FILE_OBJECT of accctrl.h. */
const FILE_OBJECT = 1;
const DACL = 0x4;
const PROTECTED_DACL = 0x80000000;

/** The pseudo handle of this process. */
const THIS_PROCESS = Deno.UnsafePointer.create(0xffffffffffffffffn);
const TOKEN_QUERY = 0x8;
/** TokenUser of TOKEN_INFORMATION_CLASS (winnt.h). */
const TOKEN_USER = 1;
/** Longest TOKEN_USER: a pointer, attributes and a SID of 68 bytes. */
const TOKEN_USER_BYTES = 128;

/** Functions of processthreadsapi.h, securitybaseapi.h, sddl.h and aclapi.h. */
const SYMBOLS = {
  OpenProcessToken: { parameters: ["pointer", "u32", "buffer"], result: "i32" },
  GetTokenInformation: {
    parameters: ["pointer", "u32", "buffer", "u32", "buffer"],
    result: "i32",
  },
  ConvertSidToStringSidW: { parameters: ["pointer", "buffer"], result: "i32" },
  ConvertStringSecurityDescriptorToSecurityDescriptorW: {
    parameters: ["buffer", "u32", "buffer", "pointer"],
    result: "i32",
  },
  ConvertSecurityDescriptorToStringSecurityDescriptorW: {
    parameters: ["pointer", "u32", "u32", "buffer", "pointer"],
    result: "i32",
  },
  GetSecurityDescriptorDacl: {
    parameters: ["pointer", "buffer", "buffer", "buffer"],
    result: "i32",
  },
  SetNamedSecurityInfoW: {
    parameters: ["buffer", "u32", "u32", "pointer", "pointer", "pointer", "pointer"],
    result: "u32",
  },
  GetNamedSecurityInfoW: {
    parameters: ["buffer", "u32", "u32", "pointer", "pointer", "pointer", "pointer", "buffer"],
    result: "u32",
  },
} as const;
const MEMORY_SYMBOLS = {
  LocalFree: { parameters: ["pointer"], result: "pointer" },
  CloseHandle: { parameters: ["pointer"], result: "i32" },
} as const;

type Library = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];
interface Libraries {
  readonly security: Library;
  free(pointer: Deno.PointerValue): void;
  close(handle: Deno.PointerValue): void;
}
let opened: Libraries | undefined;

function open(): Libraries {
  if (opened !== undefined) return opened;
  const memory = Deno.dlopen("kernel32.dll", MEMORY_SYMBOLS).symbols;
  return opened = {
    security: Deno.dlopen("advapi32.dll", SYMBOLS).symbols,
    free: (pointer) => void memory.LocalFree(pointer),
    close: (handle) => void memory.CloseHandle(handle),
  };
}

/** Encodes UTF-16 with a final zero. */
function wide(text: string): Uint16Array<ArrayBuffer> {
  return Uint16Array.from(`${text}\0`, (unit) => unit.charCodeAt(0));
}

/** Reads a pointer that a function stored. */
function pointerIn(cell: BigUint64Array): Deno.PointerValue {
  return Deno.UnsafePointer.create(cell[0]!);
}

/** Failure of a function, with the number of the error (winerror.h). */
export class AclError extends Error {
  override readonly name = "AclError";
}

/** Returns the security identifier of the user of this process, `S-1-5-21-…`. */
function readUser(): string {
  const { security, free, close } = open();
  const token = new BigUint64Array(1);
  if (security.OpenProcessToken(THIS_PROCESS, TOKEN_QUERY, token) === 0) {
    throw new AclError("the token of this process cannot be opened");
  }
  try {
    const user = new BigUint64Array(TOKEN_USER_BYTES / 8);
    const length = new Uint32Array(1);
    const text = new BigUint64Array(1);
    const read = security.GetTokenInformation;
    if (
      read(pointerIn(token), TOKEN_USER, user, TOKEN_USER_BYTES, length) === 0 ||
      security.ConvertSidToStringSidW(pointerIn(user), text) === 0
    ) throw new AclError("the user of this process cannot be read");
    try {
      return readWide(pointerIn(text)!);
    } finally {
      free(pointerIn(text));
    }
  } finally {
    close(pointerIn(token));
  }
}

let userOfProcess: string | undefined;

/**
 * Grants access to a file or folder to the user of this process, the system and administrators only.
 *
 * @throws {AclError} when the file system has no access control lists, or for a missing file.
 */
export function restrictToOwner(path: string, { isFolder }: { readonly isFolder: boolean }): void {
  const { security, free } = open();
  const descriptor = new BigUint64Array(1);
  const text = wide(ownerOnly(userOfProcess ??= readUser(), isFolder));
  const convert = security.ConvertStringSecurityDescriptorToSecurityDescriptorW;
  if (convert(text, SDDL_REVISION_1, descriptor, null) === 0) {
    throw new AclError("the security descriptor is invalid");
  }
  try {
    const [present, dacl, isDefault] = [
      new Int32Array(1),
      new BigUint64Array(1),
      new Int32Array(1),
    ];
    security.GetSecurityDescriptorDacl(pointerIn(descriptor), present, dacl, isDefault);
    const what = (DACL | PROTECTED_DACL) >>> 0;
    const list = pointerIn(dacl);
    const code = security.SetNamedSecurityInfoW(
      wide(path),
      FILE_OBJECT,
      what,
      null,
      null,
      list,
      null,
    );
    if (code !== 0) throw new AclError(`access to "${path}" cannot be restricted: error ${code}`);
  } finally {
    free(pointerIn(descriptor));
  }
}

/**
 * Returns the access control list of a file or folder as text, such as `D:P(A;;FA;;;OW)`.
 *
 * @throws {AclError} when it cannot be read.
 */
export function readAccessList(path: string): string {
  const { security, free } = open();
  const descriptor = new BigUint64Array(1);
  const read = security.GetNamedSecurityInfoW;
  const code = read(wide(path), FILE_OBJECT, DACL, null, null, null, null, descriptor);
  if (code !== 0) throw new AclError(`access to "${path}" cannot be read: error ${code}`);
  try {
    const text = new BigUint64Array(1);
    const convert = security.ConvertSecurityDescriptorToStringSecurityDescriptorW;
    if (convert(pointerIn(descriptor), SDDL_REVISION_1, DACL, text, null) === 0) {
      throw new AclError(`access to "${path}" cannot be read`);
    }
    try {
      return readWide(pointerIn(text)!);
    } finally {
      free(pointerIn(text));
    }
  } finally {
    free(pointerIn(descriptor));
  }
}

function readWide(pointer: Deno.PointerObject): string {
  const view = new Deno.UnsafePointerView(pointer);
  let text = "";
  for (let offset = 0;; offset += 2) {
    const unit = view.getUint16(offset);
    if (unit === 0) return text;
    text += String.fromCharCode(unit);
  }
}
