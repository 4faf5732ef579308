/**
 * Takes back what waits to be told and is no longer true, in the transaction of the change that makes it untrue. What is on
 * its way may arrive, and is not tried again; the news of the change follows it.
 */
import type { Tx } from "../../platform/postgres/database.ts";
import type { MessageKind } from "../message/message-kinds.ts";
import { sendWithdrawal } from "./unsettled-messages.sql.ts";

/** Withdraws messages of these kinds about a subject that wait: for further changes, the morning or another attempt. */
export function withdrawMessages(tx: Tx, subjectId: string, kinds: readonly MessageKind[]): void {
  sendWithdrawal(tx, subjectId, kinds);
}
