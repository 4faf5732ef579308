/**
 * The address of a database, which may name several hosts: `postgres://user:password@h1:5432,h2:5432/database`. One of
 * them is the primary; which one is found by asking (`primary-search.ts`).
 */

/** One host of a database. */
export interface HostAddress {
  /** For people and logs, without user and password. */
  readonly name: string;
  /** The address with this host alone. */
  readonly url: string;
}

/** The most hosts that an address may name. */
const maxHosts = 8;
const protocols = ["postgres://", "postgresql://"] as const;

/** The hosts of an address, in the order of the address; throws what is wrong with an address that is none. */
export function hostsOf(text: string): readonly HostAddress[] {
  const hosts = split(text);
  if (typeof hosts === "string") throw new Error(`the address of the database ${hosts}`);
  return hosts;
}

/** What is wrong with an address, to be read after its name; never repeats the address, which has a password. */
export function databaseAddressProblem(text: string): string | undefined {
  const hosts = split(text);
  return typeof hosts === "string" ? hosts : undefined;
}

function split(text: string): readonly HostAddress[] | string {
  const protocol = protocols.find((each) => text.startsWith(each));
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
      return `has a host or a port that is none, host ${index + 1} of ${names.length}; write postgres://user:password@h1:5432,h2:5432/database`;
    const { searchParams } = parsed;
    if (searchParams.getAll("target_session_attrs").some((value) => value !== "read-write"))
      return "takes no target_session_attrs but read-write: every connection must take writes";
    if (searchParams.getAll("host").some((value) => value.includes(",")))
      return "takes several hosts before the name of the database only, as h1:5432,h2:5432, not as host=h1,h2";
  }
  return undefined;
}
