/**
 * Judges the host of an address when somebody saves it for us to call. Guarantee: a private address, this machine, and a
 * name without a domain are refused. The addresses of a name are judged when the name is dialled (`checked-connect.ts`).
 * Pure.
 */
import { isAddressLiteral, judgeAddress } from "./address-safety.ts";

/** What is wrong with the host of a URL (as `URL.hostname` has it), as the rest of a sentence; undefined when nothing is. */
export function faultOfHost(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isAddressLiteral(host)) {
    const verdict = judgeAddress(host);
    if (verdict.kind === "public") return undefined;
    return `names an address that is not public (${verdict.reason.replaceAll("_", " ")})`;
  }
  if (host === "localhost" || host.endsWith(".localhost")) return "names this machine (loopback)";
  return host.includes(".") ? undefined : "names a host without a domain";
}
