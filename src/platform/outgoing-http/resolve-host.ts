/** Host names to addresses, for outgoing requests. */
import { lookup, Resolver } from "node:dns/promises";

export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** As the operating system does it, hosts file and search domains included: for development and the sandbox. */
export const resolveBySystem: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
};

/**
 * By DNS alone, off the thread pool: a name server that never answers then delays nobody else's look-up, because
 * `lookup` would hold one of the process's four pool threads for many seconds.
 */
export function createDnsResolver(timeoutMs: number): ResolveHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw four.status === "rejected" ? four.reason : new Error("no address");
    return addresses;
  };
}
