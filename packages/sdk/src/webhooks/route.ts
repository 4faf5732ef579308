/** Sends an event to the function for its type. */
import type { WebhookEvent } from "../generated/schemas.ts";
import type { ReceivedEvent } from "./events.ts";

type EventOf<Type extends WebhookEvent["event_type"]> = Extract<WebhookEvent, { event_type: Type }>;

export type Handlers<Result> = {
  readonly [Type in WebhookEvent["event_type"]]?: (event: EventOf<Type>) => Result;
} & {
  /** For every type without a function of its own, those of later versions included. */
  readonly default: (event: ReceivedEvent) => Result;
};

/** One function out of one for each type: `await route({ "order.notification": take, default: ignore })(event)`. */
export function route<Result>(handlers: Handlers<Result>): (event: ReceivedEvent) => Result {
  return (event) => {
    // The table's type ties each function to its event; the look-up by name loses that tie.
    const found = Object.hasOwn(handlers, event.event_type)
      ? (handlers as Readonly<Record<string, ((event: ReceivedEvent) => Result) | undefined>>)[event.event_type]
      : undefined;
    return (found ?? handlers.default)(event);
  };
}
