/** All SQL of webhook subscriptions. A deleted one stays as a row without its secret, because the ledger names it. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { lockTexts } from "../../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { SubscribableEventType } from "./event-types.ts";
import type { SubscriptionState } from "./webhook-machines.ts";

export interface Subscription {
  readonly id: Id<"dws">;
  readonly app_id: Id<"app">;
  readonly notification_url: string;
  readonly event_types: readonly SubscribableEventType[];
  readonly status: SubscriptionState;
  readonly disabled_reason: "by_hand" | "gone" | "failures" | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** A subscription's secrets as they sign now; the previous one is null once its grace has ended. */
export interface SubscriptionSecrets {
  readonly sealed_secret: Buffer;
  readonly previous_sealed_secret: Buffer | null;
}

const subscriptionTable = defineTable<Subscription>()({
  name: "webhook_subscriptions",
  columns: {
    id: "text",
    app_id: "text",
    notification_url: "text",
    event_types: "text[]",
    status: "text",
    disabled_reason: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
  },
});
const columns = subscriptionTable.select("webhook_subscriptions");

const listSubscriptionsStatement = defineStatement({
  name: "list-subscriptions",
  prepare: false,
  takes: ["text"],
  gives: subscriptionTable.row,
  text: `SELECT ${columns} FROM webhook_subscriptions WHERE app_id = $1 AND deleted_at IS NULL ORDER BY id DESC`,
});

/** The app's subscriptions, newest first. */
export function listSubscriptions(db: Db, appId: Id<"app">): Promise<Subscription[]> {
  return db.rows(listSubscriptionsStatement, [appId]);
}

const findSubscriptionStatement = defineStatement({
  name: "find-subscription",
  prepare: false,
  takes: ["text", "text"],
  gives: subscriptionTable.row,
  text: `SELECT ${columns} FROM webhook_subscriptions WHERE id = $1 AND app_id = $2 AND deleted_at IS NULL`,
});

export function findSubscription(db: Db, appId: Id<"app">, id: Id<"dws">): Promise<Subscription | undefined> {
  return db.maybe(findSubscriptionStatement, [id, appId]);
}

const findSubscriptionForUpdateStatement = defineStatement({
  name: "find-subscription-for-update",
  prepare: false,
  takes: ["text", "text"],
  gives: subscriptionTable.row,
  text: `SELECT ${columns} FROM webhook_subscriptions WHERE id = $1 AND app_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
});

/** The subscription, locked for the rest of the transaction. */
export function findSubscriptionForUpdate(tx: Tx, appId: Id<"app">, id: Id<"dws">): Promise<Subscription | undefined> {
  return tx.maybe(findSubscriptionForUpdateStatement, [id, appId]);
}

const lockSubscriptionsOfAppStatement = defineStatement({
  name: "lock-subscriptions-of-app",
  prepare: false,
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.subscriptions} ' || $1, 0))`,
});

const countSubscriptionsStatement = defineStatement({
  name: "count-subscriptions",
  prepare: false,
  takes: ["text"],
  gives: row<{ count: number }>({ count: "int8" }),
  text: "SELECT count(*) AS count FROM webhook_subscriptions WHERE app_id = $1 AND deleted_at IS NULL",
});

/** How many subscriptions an app has; calls for one app wait for each other until their transaction ends. */
export async function countSubscriptionsLocked(tx: Tx, appId: Id<"app">): Promise<number> {
  tx.send(lockSubscriptionsOfAppStatement, [appId]);
  const row = await tx.one(countSubscriptionsStatement, [appId]);
  return row.count;
}

const insertSubscriptionStatement = defineStatement({
  name: "insert-subscription",
  prepare: false,
  takes: ["text", "text", "text", "text[]", "bytea"],
  gives: subscriptionTable.row,
  text: `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
    VALUES ($1, $2, $3, $4, $5) RETURNING ${columns}`,
});

export function insertSubscription(
  tx: Tx,
  subscription: {
    readonly id: Id<"dws">;
    readonly appId: Id<"app">;
    readonly notificationUrl: string;
    readonly eventTypes: readonly SubscribableEventType[];
    readonly sealedSecret: Buffer;
  },
): Promise<Subscription> {
  const { id, appId, notificationUrl, eventTypes, sealedSecret } = subscription;
  return tx.one(insertSubscriptionStatement, [id, appId, notificationUrl, eventTypes, sealedSecret]);
}

const updateSubscriptionStatement = defineStatement({
  name: "update-subscription",
  prepare: false,
  takes: ["text", "text", "text[]", "text", "text"],
  gives: subscriptionTable.row,
  text: `UPDATE webhook_subscriptions SET notification_url = $2, event_types = $3, status = $4, disabled_reason = $5,
      updated_at = now()
    WHERE id = $1 RETURNING ${columns}`,
});

export function updateSubscription(
  tx: Tx,
  subscription: Pick<Subscription, "id" | "notification_url" | "event_types" | "status" | "disabled_reason">,
): Promise<Subscription> {
  const { id, notification_url, event_types, status, disabled_reason } = subscription;
  return tx.one(updateSubscriptionStatement, [id, notification_url, event_types, status, disabled_reason]);
}

const sendForgiveFailuresStatement = defineStatement({
  name: "forgive-subscription-failures",
  prepare: false,
  takes: ["text"],
  text: "UPDATE webhook_subscriptions SET failures = 0, failing_since = NULL WHERE id = $1",
});

/** Forgets the failures before now: an enabled subscription starts afresh. */
export function sendForgiveFailures(tx: Tx, id: Id<"dws">): void {
  tx.send(sendForgiveFailuresStatement, [id]);
}

const sendDeleteSubscriptionStatement = defineStatement({
  name: "delete-subscription",
  prepare: false,
  takes: ["text"],
  text: `UPDATE webhook_subscriptions SET deleted_at = now(), updated_at = now(), sealed_secret = '',
      previous_sealed_secret = NULL, previous_secret_until = NULL
    WHERE id = $1`,
});

export function sendDeleteSubscription(tx: Tx, id: Id<"dws">): void {
  tx.send(sendDeleteSubscriptionStatement, [id]);
}

const getSecretsStatement = defineStatement({
  name: "get-subscription-secrets",
  prepare: false,
  takes: ["text"],
  gives: row<SubscriptionSecrets>({ sealed_secret: "bytea", previous_sealed_secret: "bytea" }),
  text: `SELECT sealed_secret, CASE WHEN previous_secret_until > now() THEN previous_sealed_secret END
      AS previous_sealed_secret
    FROM webhook_subscriptions WHERE id = $1`,
});

/** The secrets that sign now. */
export function getSecrets(tx: Tx, id: Id<"dws">): Promise<SubscriptionSecrets> {
  return tx.one(getSecretsStatement, [id]);
}

export interface RotatedSubscription extends Subscription {
  readonly previous_secret_until: Instant | null;
}

const rotateSealedSecretStatement = defineStatement({
  name: "rotate-sealed-secret",
  prepare: false,
  takes: ["text", "bytea", "int4"],
  gives: row<RotatedSubscription>({
    id: "text",
    app_id: "text",
    notification_url: "text",
    event_types: "text[]",
    status: "text",
    disabled_reason: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    previous_secret_until: "timestamptz",
  }),
  text: `UPDATE webhook_subscriptions SET previous_sealed_secret = CASE WHEN $3::int > 0 THEN sealed_secret END,
      previous_secret_until = CASE WHEN $3::int > 0 THEN now() + make_interval(secs => $3::int) END,
      sealed_secret = $2, updated_at = now()
    WHERE id = $1 RETURNING ${columns}, previous_secret_until`,
});

/** Puts a new secret in force; the one before it signs too for `graceSeconds`. */
export function rotateSealedSecret(
  tx: Tx,
  id: Id<"dws">,
  sealedSecret: Buffer,
  graceSeconds: number,
): Promise<RotatedSubscription> {
  return tx.one(rotateSealedSecretStatement, [id, sealedSecret, graceSeconds]);
}

const takeSubscriptionEventSequenceStatement = defineStatement({
  name: "take-subscription-event-sequence",
  prepare: false,
  takes: ["text"],
  gives: row<{ event_sequence: number }>({ event_sequence: "int8" }),
  text: "UPDATE webhook_subscriptions SET event_sequence = event_sequence + 1 WHERE id = $1 RETURNING event_sequence",
});

/** The next number of the subscription's own events. */
export async function takeEventSequence(tx: Tx, id: Id<"dws">): Promise<number> {
  const row = await tx.one(takeSubscriptionEventSequenceStatement, [id]);
  return row.event_sequence;
}

/** The secrets of a subscription as they are sealed. */
export interface SealedSubscription {
  readonly id: Id<"dws">;
  readonly sealed_secret: Buffer;
  readonly previous_sealed_secret: Buffer | null;
}

const listSealedForUpdateStatement = defineStatement({
  name: "lock-sealed-secrets",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<SealedSubscription>({ id: "text", sealed_secret: "bytea", previous_sealed_secret: "bytea" }),
  text: `SELECT id, sealed_secret, previous_sealed_secret FROM webhook_subscriptions
    WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
});

/** The next subscriptions after `after`, locked; those that another transaction holds are left out. */
export function listSealedForUpdate(tx: Tx, after: string, limit: number): Promise<SealedSubscription[]> {
  return tx.rows(listSealedForUpdateStatement, [after, limit]);
}

const listSealedStatement = defineStatement({
  name: "list-sealed-secrets",
  prepare: false,
  takes: ["text", "int8"],
  gives: row<SealedSubscription>({ id: "text", sealed_secret: "bytea", previous_sealed_secret: "bytea" }),
  text: `SELECT id, sealed_secret, previous_sealed_secret FROM webhook_subscriptions
    WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT $2`,
});

/** The next subscriptions after `after`, with their secrets as they are sealed. */
export function listSealed(db: Db, after: string, limit: number): Promise<SealedSubscription[]> {
  return db.rows(listSealedStatement, [after, limit]);
}

const sendResealedStatement = defineStatement({
  name: "update-resealed-secrets",
  prepare: false,
  takes: ["text", "bytea", "bytea"],
  text: "UPDATE webhook_subscriptions SET sealed_secret = $2, previous_sealed_secret = $3 WHERE id = $1",
});

/** Writes the same secrets sealed anew; nothing that partners see changes. */
export function sendResealed(tx: Tx, subscription: SealedSubscription): void {
  const { id, sealed_secret, previous_sealed_secret } = subscription;
  tx.send(sendResealedStatement, [id, sealed_secret, previous_sealed_secret]);
}
