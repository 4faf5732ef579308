/**
 * Stores how a guest chose to be told of an order, a booking or an entry, in the transaction that makes it, with the
 * sentence that the guest read.
 */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { ChosenChannel } from "../message/message-kinds.ts";
import { sendChoice } from "../message/message-opt-outs.sql.ts";

export interface ChannelChoice {
  readonly channel: ChosenChannel;
  /** As the guest read it. */
  readonly sentence: string;
}

/** Keeps the choice about an order, a booking or a waitlist entry; a later one takes its place. */
export function chooseChannel(
  tx: Tx,
  about: { readonly locationId: Id<"str">; readonly subjectId: string },
  { channel, sentence }: ChannelChoice,
): void {
  sendChoice(tx, about, channel, sentence);
}
