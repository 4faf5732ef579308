/** Looks at every host of a database that has several: which takes writes, which follows, which is not reached. */
import { workDeadlines, type Deadlines } from "../platform/postgres/deadlines.ts";
import { hostsOf } from "../platform/postgres/hosts/database-address.ts";
import { searchPrimary } from "../platform/postgres/hosts/primary-search.ts";
import { openConnection } from "../platform/postgres/open-connection.ts";
import { skipped, type Found } from "./finding.ts";
import { judgeHosts, type HostLook } from "./judge-hosts.ts";

/** Connects to each host by itself, to all at once; skips an address of one host. */
export async function lookAtHosts(url: string, limits: Partial<Deadlines> = {}): Promise<Found> {
  const hosts = hostsOf(url);
  if (hosts.length < 2) return skipped("the address names one host");
  const deadlines = { ...workDeadlines, ...limits };
  const looks = hosts.map(async ({ name, url: address }): Promise<HostLook> => {
    try {
      const search = searchPrimary(address);
      (await openConnection({ applicationName: "maple-doctor", deadlines, search })).destroy();
      return { name, error: undefined };
    } catch (error) {
      return { name, error };
    }
  });
  return judgeHosts(await Promise.all(looks));
}
