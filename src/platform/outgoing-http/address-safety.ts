/**
 * Which literal IP addresses may be dialled on behalf of a partner. Guarantees: only addresses of the public internet
 * pass; every way to write a private IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4, Teredo) is judged
 * or refused; what cannot be read is refused. IPv6 is an allow-list: only 2000::/3, minus its special parts. Pure.
 * Called when a notification URL is saved, for each resolved address, for the one dialled and for the one connected to.
 */

export type AddressRefusal =
  | "not_an_address"
  | "this_network"
  | "private"
  | "shared"
  | "loopback"
  | "link_local"
  | "metadata"
  | "special_purpose"
  | "documentation"
  | "benchmarking"
  | "multicast"
  | "reserved"
  | "translation";

export type AddressVerdict =
  | { readonly kind: "public" }
  | { readonly kind: "refused"; readonly reason: AddressRefusal };

interface Range {
  readonly bytes: readonly number[];
  readonly bits: number;
  readonly reason: AddressRefusal;
}

/** IANA's IPv4 special-purpose registry, multicast and reserved space, and cloud metadata at a public address. */
const refusedIpv4: readonly Range[] = [
  v4("0.0.0.0", 8, "this_network"),
  v4("10.0.0.0", 8, "private"),
  v4("100.64.0.0", 10, "shared"),
  v4("127.0.0.0", 8, "loopback"),
  v4("168.63.129.16", 32, "metadata"),
  v4("169.254.0.0", 16, "link_local"),
  v4("172.16.0.0", 12, "private"),
  v4("192.0.0.0", 24, "special_purpose"),
  v4("192.0.2.0", 24, "documentation"),
  v4("192.31.196.0", 24, "special_purpose"),
  v4("192.52.193.0", 24, "special_purpose"),
  v4("192.88.99.0", 24, "translation"),
  v4("192.168.0.0", 16, "private"),
  v4("192.175.48.0", 24, "special_purpose"),
  v4("198.18.0.0", 15, "benchmarking"),
  v4("198.51.100.0", 24, "documentation"),
  v4("203.0.113.0", 24, "documentation"),
  v4("224.0.0.0", 4, "multicast"),
  v4("240.0.0.0", 4, "reserved"),
];

/** The parts of IPv6 that are refused with a precise reason; whatever is then outside 2000::/3 is refused as reserved. */
const refusedIpv6: readonly Range[] = [
  v6("::", 128, "this_network"),
  v6("::1", 128, "loopback"),
  v6("::", 96, "translation"),
  v6("64:ff9b:1::", 48, "translation"),
  v6("2001::", 23, "special_purpose"),
  v6("2001:db8::", 32, "documentation"),
  v6("2002::", 16, "translation"),
  v6("2620:4f:8000::", 48, "special_purpose"),
  v6("3fff::", 20, "documentation"),
  v6("fc00::", 7, "private"),
  v6("fe80::", 10, "link_local"),
  v6("fec0::", 10, "private"),
  v6("ff00::", 8, "multicast"),
];

/** Prefixes whose last four bytes are an IPv4 address that the packet reaches: mapped and the well-known NAT64. */
const mappedIpv4 = v6("::ffff:0:0", 96, "translation");
const carriersOfIpv4: readonly Range[] = [mappedIpv4, v6("64:ff9b::", 96, "translation")];
const globalUnicast: Range = v6("2000::", 3, "reserved");

/** Judges an address literal (without brackets; an IPv6 zone is ignored). */
export function judgeAddress(text: string): AddressVerdict {
  const four = parseIpv4(text);
  if (four !== undefined) return judge(four, refusedIpv4);
  const six = parseIpv6(text);
  if (six === undefined) return { kind: "refused", reason: "not_an_address" };
  if (carriersOfIpv4.some((range) => contains(range, six))) return judge(six.slice(12), refusedIpv4);
  const verdict = judge(six, refusedIpv6);
  if (verdict.kind === "public" && !contains(globalUnicast, six)) return { kind: "refused", reason: "reserved" };
  return verdict;
}

/** The four bytes of an IPv4 literal, also when it is written as IPv6, or the sixteen of another IPv6 literal. */
export function addressBytes(text: string): readonly number[] | undefined {
  const four = parseIpv4(text);
  if (four !== undefined) return four;
  const six = parseIpv6(text);
  return six !== undefined && contains(mappedIpv4, six) ? six.slice(12) : six;
}

/** Whether the text is an IPv4 or IPv6 literal. */
export function isAddressLiteral(text: string): boolean {
  return parseIpv4(text) !== undefined || parseIpv6(text) !== undefined;
}

function judge(address: readonly number[], refused: readonly Range[]): AddressVerdict {
  const range = refused.find((each) => contains(each, address));
  return range === undefined ? { kind: "public" } : { kind: "refused", reason: range.reason };
}

function contains(range: Range, address: readonly number[]): boolean {
  for (let bit = 0; bit < range.bits; bit += 8) {
    const mask = (0xff00 >> Math.min(8, range.bits - bit)) & 0xff;
    if (((range.bytes[bit / 8] ?? 0) & mask) !== ((address[bit / 8] ?? 0) & mask)) return false;
  }
  return true;
}

/** Four decimal parts without leading zeros: the only spelling a resolver or a socket returns. */
function parseIpv4(text: string): number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** Sixteen bytes of any legal spelling: one `::`, upper or lower case, a dotted tail, a zone after `%`. */
function parseIpv6(text: string): number[] | undefined {
  const [address = "", ...zones] = text.split("%");
  if (zones.length > 1 || address.length > 45 || !address.includes(":")) return undefined;
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? "", halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? "", true) : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 16 - head.length - tail.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

function parseGroups(text: string, mayEndDotted: boolean): number[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      continue;
    }
    const dotted = mayEndDotted && index === groups.length - 1 ? parseIpv4(group) : undefined;
    if (dotted === undefined) return undefined;
    bytes.push(...dotted);
  }
  return bytes;
}

function v4(text: string, bits: number, reason: AddressRefusal): Range {
  return { bytes: parseIpv4(text) ?? [], bits, reason };
}

function v6(text: string, bits: number, reason: AddressRefusal): Range {
  return { bytes: parseIpv6(text) ?? [], bits, reason };
}
