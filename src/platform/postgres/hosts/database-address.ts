/**
 * The address of a database, which may name several hosts: `postgres://user:password@h1:5432,h2:5432/database`. One host
 * is the primary; `primary-search.ts` finds it. The address also says whether a pooler lends a connection for one
 * transaction only. Whoever has the address therefore connects in the right way.
 */

/** One host of a database. */
export interface HostAddress {
  /** For people and logs, without user and password. */
  readonly name: string;
  /** The address with this host alone. */
  readonly url: string;
}

/** How sessions are, which the address leads to. */
export interface AddressSessions {
  /** Each transaction may have another session of the server: nothing of a session may be relied on. */
  readonly changeByTransaction: boolean;
  /** Statements may be prepared by name. */
  readonly keepStatements: boolean;
}

const poolerField = "maple_pooler";

/** The address, marked as one of a pooler in transaction mode; `prepares` when the pooler keeps prepared statements. */
export function throughTransactionPooler(address: string, prepares: boolean): string {
  return `${address}${address.includes("?") ? "&" : "?"}${poolerField}=${prepares ? "prepares" : "forgets"}`;
}

/** How sessions of the address are. */
export function sessionsOf(address: string): AddressSessions {
  const marked = splitMark(address).mark;
  return { changeByTransaction: marked !== undefined, keepStatements: marked !== "forgets" };
}

/** The address as `pg` takes it, and the mark that `throughTransactionPooler` left at its end. */
function splitMark(address: string): { readonly plain: string; readonly mark?: string } {
  const at = address.lastIndexOf(`${poolerField}=`);
  return at < 1
    ? { plain: address }
    : { plain: address.slice(0, at - 1), mark: address.slice(at + poolerField.length + 1) };
}

/** The most hosts that an address may name. */
const maxHosts = 8;
/** What the driver knows; it would take any other word for `verify-full`, in silence. */
const sslModes: readonly string[] = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
const protocols = ["postgres://", "postgresql://"] as const;

/** The hosts of an address, in the order of the address; throws what is wrong with an address that is none. */
export function hostsOf(text: string): readonly HostAddress[] {
  const hosts = split(splitMark(text).plain);
  if (typeof hosts === "string") throw new Error(`the address of the database ${hosts}`);
  return hosts;
}

/** The role that the address signs in as; undefined when the address names none. */
export function roleOf(text: string): string | undefined {
  const url = URL.parse(hostsOf(text)[0]?.url ?? "");
  return url === null || url.username === "" ? undefined : decodeURIComponent(url.username);
}

/** What is wrong with an address, to be read after its name; never repeats the address, which has a password. */
export function databaseAddressProblem(text: string): string | undefined {
  const hosts = split(text);
  return typeof hosts === "string" ? hosts : undefined;
}

function split(text: string): readonly HostAddress[] | string {
  const protocol = protocols.find((each) => text.startsWith(each));
  if (/^["']/.test(text)) return "begins with a quotation mark: write the value without quotation marks";
  if (protocol === undefined) return `must be an address that begins with ${protocols.join(" or ")}`;
  const rest = text.slice(protocol.length);
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const namesAt = authority.lastIndexOf("@") + 1;
  const names = authority.slice(namesAt).split(",");
  const hosts = names.map((name) => ({
    name: name === "" ? "the local socket" : name,
    url: protocol + authority.slice(0, namesAt) + name + rest.slice(authority.length),
  }));
  return problemOf(hosts, names) ?? hosts;
}

function problemOf(hosts: readonly HostAddress[], names: readonly string[]): string | undefined {
  if (names.length > maxHosts) return `names ${names.length} hosts; at most ${maxHosts} are accepted`;
  if (names.length > 1 && names.includes("")) return "names an empty host between two commas; write h1:5432,h2:5432";
  if (new Set(names).size < names.length) return "names a host twice";
  for (const [index, { url }] of hosts.entries()) {
    const parsed = URL.parse(url);
    if (parsed === null)
      return `has a host or a port that is none, host ${index + 1} of ${names.length}; write postgres://user:password@h1:5432,h2:5432/database, and special characters of the password as %XX`;
    const { searchParams } = parsed;
    if (searchParams.getAll("target_session_attrs").some((value) => value !== "read-write"))
      return "takes no target_session_attrs but read-write: every connection must take writes";
    const sslMode = searchParams.getAll("sslmode").find((word) => !sslModes.includes(word));
    if (sslMode !== undefined) return `knows no sslmode=${sslMode}; use verify-full, no-verify or disable`;
    if (searchParams.getAll("host").some((value) => value.includes(",")))
      return "takes several hosts before the name of the database only, as h1:5432,h2:5432, not as host=h1,h2";
  }
  return undefined;
}
