/** All SQL of the links that live at a processor. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { LinkState } from "./link-state.ts";
import type { LinkRequest } from "./payment-processor.ts";
import type { ProcessorName } from "./processor-name.ts";

export interface PaymentLink {
  readonly id: Id<"pln">;
  readonly payment_id: Id<"pay">;
  readonly order_id: Id<"ord"> | null;
  readonly booking_id: Id<"bkg"> | null;
  readonly processor: ProcessorName;
  readonly state: LinkState;
  readonly request: LinkRequest;
  /** The processor's name for it; null until its answer is known. */
  readonly reference: string | null;
  readonly url: string | null;
  readonly expires_at: Instant;
  /** How often the processor was asked how it stands. */
  readonly looks: number;
}

/** Read together with its payment, `p`. */
const linkTable = defineTable<PaymentLink>()({
  name: "payment_links",
  columns: {
    id: "text",
    payment_id: "text",
    order_id: "text",
    booking_id: "text",
    processor: "text",
    state: "text",
    request: "jsonb",
    reference: "text",
    url: "text",
    expires_at: "timestamptz",
    looks: "int4",
  },
  computed: { order_id: () => "p.order_id", booking_id: () => "p.booking_id", processor: () => "p.processor" },
});
const columns = linkTable.select("k");
const from = "payment_links k JOIN payments p ON p.id = k.payment_id";
const alive = "('creating', 'open', 'settling', 'closing')";

const findLinkAliveStatement = defineStatement({
  name: "find-live-payment-link",
  prepare: false,
  takes: ["text"],
  gives: linkTable.row,
  text: `SELECT ${columns} FROM ${from} WHERE k.payment_id = $1 AND k.state IN ${alive}`,
});

/** The link of a payment that may still be paid, or is about to be made; at most one. */
export function findLinkAlive(db: Db, paymentId: Id<"pay">): Promise<PaymentLink | undefined> {
  return db.maybe(findLinkAliveStatement, [paymentId]);
}

const findLinkStatement = defineStatement({
  name: "find-payment-link",
  prepare: false,
  takes: ["text"],
  gives: linkTable.row,
  text: `SELECT ${columns} FROM ${from} WHERE k.id = $1`,
});

export function findLink(db: Db, id: string): Promise<PaymentLink | undefined> {
  return db.maybe(findLinkStatement, [id]);
}

const findLinkByReferenceStatement = defineStatement({
  name: "find-payment-link-by-reference",
  prepare: false,
  takes: ["text"],
  gives: linkTable.row,
  text: `SELECT ${columns} FROM ${from} WHERE k.reference = $1`,
});

export function findLinkByReference(db: Db, reference: string): Promise<PaymentLink | undefined> {
  return db.maybe(findLinkByReferenceStatement, [reference]);
}

const lockLinkStatement = defineStatement({
  name: "lock-payment-link",
  prepare: false,
  takes: ["text"],
  gives: row<{ readonly state: LinkState; readonly reference: string | null }>({ state: "text", reference: "text" }),
  text: "SELECT state, reference FROM payment_links WHERE id = $1 FOR UPDATE",
});

/** Locks a link; its order or booking, and its payment, are locked before. */
export function lockLink(
  tx: Tx,
  id: Id<"pln">,
): Promise<{ readonly state: LinkState; readonly reference: string | null } | undefined> {
  return tx.maybe(lockLinkStatement, [id]);
}

const insertion = linkTable.insert(["id", "payment_id", "request", "expires_at"], {
  made: {
    state: "'creating'",
    look_at: { takes: "float8", text: (parameter) => `now() + make_interval(secs => ${parameter})` },
  },
});
const sendLinkStatement = defineStatement({
  name: "insert-payment-link",
  prepare: false,
  takes: insertion.takes,
  text: insertion.text,
});

/** Sends a link that is to be made; the payment is locked and has no other alive. */
export function sendLink(tx: Tx, request: LinkRequest, lookInSeconds: number): void {
  const { linkId: id, paymentId: payment_id, expiresAt } = request;
  const link = { id, payment_id, request, expires_at: expiresAt * 1000, look_at: lookInSeconds };
  tx.send(sendLinkStatement, insertion.values(link));
}

const sendLinkMadeStatement = defineStatement({
  name: "update-payment-link-made",
  prepare: false,
  takes: ["text", "text", "text", "float8"],
  text: `UPDATE payment_links SET reference = $2, url = $3, last_error = NULL,
      look_at = CASE WHEN state = 'creating' THEN now() + make_interval(secs => $4) ELSE now() END,
      state = CASE WHEN state = 'creating' AND $3::text IS NOT NULL THEN 'open' ELSE state END
    WHERE id = $1 AND reference IS NULL AND state IN ('creating', 'closing')`,
});

/** Writes what the processor answered when the link was made; a link that is to be closed meanwhile stays so. */
export function sendLinkMade(
  tx: Tx,
  made: {
    readonly id: Id<"pln">;
    readonly reference: string;
    readonly url: string | null;
    readonly lookInSeconds: number;
  },
): void {
  tx.send(sendLinkMadeStatement, [made.id, made.reference, made.url, made.lookInSeconds]);
}

const sendLinkRefusedStatement = defineStatement({
  name: "update-payment-link-refused",
  prepare: false,
  takes: ["text", "text"],
  text: `UPDATE payment_links SET state = 'expired', look_at = NULL, last_error = $2
    WHERE id = $1 AND reference IS NULL AND state IN ('creating', 'closing')`,
});

/** Writes that the processor never made the link. */
export function sendLinkRefused(tx: Tx, id: Id<"pln">, message: string): void {
  tx.send(sendLinkRefusedStatement, [id, message.slice(0, 500)]);
}

const sendLinkStateStatement = defineStatement({
  name: "update-payment-link-state",
  prepare: false,
  takes: ["text", "text", "text"],
  text: `UPDATE payment_links SET state = $2, reference = coalesce(reference, $3), last_error = NULL,
      look_at = CASE WHEN $2 IN ${alive} THEN coalesce(look_at, now()) END
    WHERE id = $1`,
});

/** Moves a locked link; one that has ended is not looked at any more. */
export function sendLinkState(
  tx: Tx,
  link: { readonly id: Id<"pln">; readonly state: LinkState; readonly reference: string },
): void {
  tx.send(sendLinkStateStatement, [link.id, link.state, link.reference]);
}

const sendClosingStatement = defineStatement({
  name: "close-payment-links",
  prepare: false,
  takes: ["text"],
  text: "UPDATE payment_links SET state = 'closing', look_at = now() WHERE payment_id = $1 AND state IN ('creating', 'open')",
});

/** Nobody may pay the payment's link any more; a job tells the processor. What settles already is waited for. */
export function sendClosing(tx: Tx, paymentId: Id<"pay">): void {
  tx.send(sendClosingStatement, [paymentId]);
}

/** Whether a payment link is to be looked at. */
export const linksDue = "EXISTS (SELECT FROM payment_links WHERE look_at <= statement_timestamp())";

const takeLinksToLookAtStatement = defineStatement({
  name: "take-payment-links-to-look-at",
  prepare: false,
  takes: ["float8", "int8"],
  gives: linkTable.row,
  text: `WITH due AS (
      SELECT id FROM payment_links WHERE look_at <= statement_timestamp() ORDER BY look_at LIMIT $2
      FOR UPDATE SKIP LOCKED)
    UPDATE payment_links k SET looks = looks + 1, look_at = clock_timestamp() + make_interval(secs => $1)
    FROM due, payments p WHERE k.id = due.id AND p.id = k.payment_id RETURNING ${columns}`,
});

/** Takes links that are due to be looked at, and puts their next look off, so that nobody else asks meanwhile. */
export function takeLinksToLookAt(tx: Tx, putOffSeconds: number, limit: number): Promise<PaymentLink[]> {
  return tx.rows(takeLinksToLookAtStatement, [putOffSeconds, limit]);
}

const postponeLookStatement = defineStatement({
  name: "postpone-look-at-payment-link",
  prepare: false,
  takes: ["text", "float8", "text"],
  text: `UPDATE payment_links SET look_at = now() + make_interval(secs => $2), last_error = $3
    WHERE id = $1 AND look_at IS NOT NULL`,
});

/** When to look again at a link about which nothing new was learnt. */
export async function postponeLook(
  tx: Tx,
  id: Id<"pln">,
  look: { readonly inSeconds: number; readonly error: string | null },
): Promise<void> {
  await tx.rows(postponeLookStatement, [id, look.inSeconds, look.error?.slice(0, 500) ?? null]);
}
