/** Finds what names a guest in the line of an archived order, and makes the line without it. Pure. */

/** Whom to find: an E.164 number, an address in lower case, or both. */
export interface ArchivedGuest {
  readonly phone: string | null;
  readonly email: string | null;
}

type Row = Readonly<Record<string, unknown>>;

/** Of a message, what leaves it when a guest is forgotten. */
const ofMessages = { phone: null, email: null, body: null, letter: null, instead: null };

/** The line without name, phone, e-mail, address, notes and messages; undefined when the order is of somebody else. */
export function eraseLine(line: string, guest: ArchivedGuest): string | undefined {
  const parts: unknown = JSON.parse(line);
  if (!isRow(parts) || !isRow(parts["order"])) throw new Error("a line has no order");
  const { order } = parts;
  const contacts = [order["customer"], ...rowsOf(parts["messages"])].filter(isRow);
  if (!contacts.some((contact) => isOf(contact, guest))) return undefined;
  return JSON.stringify({
    ...parts,
    order: {
      ...order,
      customer: { name: "", phone: "", email: null },
      delivery_address: withoutAddress(order["delivery_address"]),
      notes: null,
      line_items: rowsOf(order["line_items"]).map((item) => ({ ...item, notes: null })),
    },
    messages: rowsOf(parts["messages"]).map((message) => ({ ...message, ...ofMessages })),
    // What a processor of payments was asked may name the payer.
    payment_links: rowsOf(parts["payment_links"]).map((link) => ({ ...link, request: {} })),
  });
}

function isOf({ phone, email }: Row, guest: ArchivedGuest): boolean {
  const isPhone = guest.phone !== null && typeof phone === "string" && phone.replaceAll(/[^+0-9]/g, "") === guest.phone;
  return isPhone || (guest.email !== null && typeof email === "string" && email.toLowerCase() === guest.email);
}

/** An order that was delivered stays one that was, to no place. */
function withoutAddress(address: unknown): unknown {
  if (!isRow(address)) return null;
  return Object.fromEntries(
    Object.entries(address).map(([field, value]) => [field, typeof value === "string" ? "" : null]),
  );
}

function rowsOf(part: unknown): readonly Row[] {
  return Array.isArray(part) ? part.filter(isRow) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
