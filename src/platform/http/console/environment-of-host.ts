/** Which service answers the screens of a host name (rules/people 5.2). Pure. */
import type { Environment } from "../../../kernel/environment.ts";
import type { Hosts } from "../ports.ts";

/**
 * Live at the host name of LIVE_BASE_URL, test at any other. Where one name serves both, screens are live only: browsers keep
 * one set of cookies for a name, whatever the port.
 */
export function environmentOfHost(hosts: Hosts, host: string | undefined, hasLive: boolean): Environment {
  if (!hasLive) return "test";
  const live = nameOf(hosts.live);
  if (live === undefined || live === nameOf(hosts.test)) return "live";
  return nameOf(host) === live ? "live" : "test";
}

function nameOf(host: string | undefined): string | undefined {
  return host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname;
}
