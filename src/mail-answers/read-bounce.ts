/** Reads the status of a bounce (RFC 3464): a mail server's report about an e-mail that it could not deliver. Pure. */

/** A bounce that is longer is refused: the report comes first, and what was sent may follow it. */
export const bounceBytes = 65_536;

/**
 * The status (RFC 3463) of the part "message/delivery-status", as "5.1.1": the first that is final, else the first; undefined
 * without one. What was sent is quoted in a bounce too, and no line of that counts.
 */
export function bounceStatus(text: string): string | undefined {
  const found: string[] = [];
  let isReport = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("--")) isReport = false;
    else if (isReport) found.push(...statusIn(line));
    else isReport = /^content-type: *message\/delivery-status/i.test(line);
  }
  return found.find((status) => status.startsWith("5.")) ?? found[0];
}

function statusIn(line: string): string[] {
  const status = /^status: *([245]\.\d{1,3}\.\d{1,3})(?!\d)/i.exec(line)?.[1];
  return status === undefined ? [] : [status];
}

/** The marked word of an address that bounces come back to: `bounce+{word}@{domain}`; undefined of every other address. */
export function bounceWord(address: string, domain: string): string | undefined {
  const at = address.lastIndexOf("@");
  const [name, host] = [address.slice(0, at), address.slice(at + 1)];
  const isOurs = at > 0 && host.toLowerCase() === domain.toLowerCase() && name.toLowerCase().startsWith("bounce+");
  return isOurs ? name.slice("bounce+".length).toLowerCase() : undefined;
}
