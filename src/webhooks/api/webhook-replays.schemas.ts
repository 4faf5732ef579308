/** The wire shape of a replay (rules/webhooks 9). */
import Type, { type Static } from "typebox";
import { idField } from "../../platform/http/reading/fields.ts";
import type { Replay } from "../ledger/replay-events.command.ts";

export const replayShape = Type.Object(
  {
    object: Type.Literal("webhook_replay"),
    event_ids: Type.Array(idField("evt"), { description: "The events that were selected, oldest first." }),
    queued: Type.Integer({ description: "Deliveries that were queued; in a dry run, that would be." }),
    skipped: Type.Integer({
      description: "Deliveries left as they are: received already, under way, or of a disabled subscription.",
    }),
    listeners: Type.Integer({
      description:
        "Open listeners that hear at least one of the events again; in a dry run, that would. None when a subscription is named.",
    }),
    has_more: Type.Boolean({
      description: "More than 10,000 events fit and the oldest were taken; move since on for the rest.",
    }),
  },
  { title: "WebhookReplay" },
);
/** A replay, as its caller sees it. */
export function replayToWire(replay: Replay): Static<typeof replayShape> {
  return {
    object: "webhook_replay",
    event_ids: [...replay.eventIds],
    queued: replay.queued,
    skipped: replay.skipped,
    listeners: replay.listeners,
    has_more: replay.hasMore,
  };
}
