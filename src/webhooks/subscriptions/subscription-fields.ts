/** The fields of a subscription as a partner writes them: parsed, or refused with advice. */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { parseEventTypes, testEventType, type SubscribableEventType } from "./event-types.ts";
import { parseNotificationUrl, type NotificationUrlRules } from "./notification-url.ts";

/** The URL as it is kept, or 400 `invalid_request`. */
export function readNotificationUrl(text: string, rules: NotificationUrlRules): string | Refusal<"invalid_request"> {
  return parseNotificationUrl(text, "body.notification_url", rules);
}

/** The canonical types without repeats, or 400 `invalid_request` naming every unknown one, or that there is none. */
export function readEventTypes(
  texts: readonly string[],
): readonly SubscribableEventType[] | Refusal<"invalid_request"> {
  if (texts.length === 0)
    return invalidField("event_types", "is empty; GET /v1/webhook_event_types lists the types to choose from");
  const parsed = parseEventTypes(texts);
  if (parsed.kind === "ok") return parsed.eventTypes;
  const names = parsed.unknown.map((name) => JSON.stringify(name.slice(0, 100))).join(", ");
  const hint = parsed.unknown.includes(testEventType)
    ? "; webhook.test comes from the test call and cannot be subscribed"
    : "";
  return invalidField(
    "event_types",
    `has unknown types: ${names}; GET /v1/webhook_event_types lists the known ones${hint}`,
  );
}

function invalidField(field: string, message: string): Refusal<"invalid_request"> {
  const path = `body.${field}`;
  return refuse("invalid_request", `${path} ${message}`, { issues: [{ path, message }] });
}
