/** The form of an alert for a table, and all of its mistakes at once (rules/bookings 19.1). Pure. */
import type { WantedAlert } from "../../bookings/alerts/table-alert.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";

export type SayAlerts = ReturnType<typeof speak<"alerts">>;

/** How the pages of alerts speak to a reader. */
export function alertWords({ language, locale }: Reader): SayAlerts {
  return speak(language, "alerts", locale);
}

export type AlertField = "from" | "until" | "phone" | "email" | "told_by";
export type AlertMistakes = ReadonlyMap<AlertField, string>;

/** What was typed or chosen; starts are instants as text. */
export type TypedAlert = Readonly<Record<AlertField, string>>;

/** What the form is about. */
export interface AlertScene {
  /** A service day. */
  readonly date: string;
  readonly party: number;
  readonly areaId: string | null;
  /** The starts of the day that can still be waited for, ascending. */
  readonly starts: readonly number[];
  /** By which guests can be told. */
  readonly channels: readonly MessageChannel[];
  readonly country: string | null;
  /** The day has a table for the party, at some time. */
  readonly isFree: boolean;
}

export interface ReadAlert {
  readonly typed: TypedAlert;
  readonly mistakes: AlertMistakes;
  /** There where nothing is wrong. */
  readonly wanted: Omit<WantedAlert, "request_token"> | undefined;
  readonly channel: MessageChannel;
}

/** Nothing typed: every start of the day, by the first way to be told. */
export function emptyAlert({ starts, channels }: AlertScene): TypedAlert {
  const [first = 0, last = first] = [starts[0], starts.at(-1)];
  return { from: String(first), until: String(last), phone: "", email: "", told_by: channels[0] ?? "" };
}

/** Reads the form; phones are read as in the restaurant's country. */
export function readAlertForm(sent: URLSearchParams, scene: AlertScene, reader: Reader): ReadAlert {
  const say = alertWords(reader);
  const read = (name: AlertField): string => (sent.get(name) ?? "").replaceAll(/\p{Cc}/gu, "").trim();
  const typed: TypedAlert = {
    from: read("from"),
    until: read("until"),
    phone: scene.channels.includes("sms") ? read("phone") : "",
    email: scene.channels.includes("email") ? read("email") : "",
    told_by: read("told_by"),
  };
  const channel = scene.channels.find((each) => each === typed.told_by) ?? scene.channels[0] ?? "sms";
  const phone = typed.phone === "" ? null : normalizePhone(typed.phone.slice(0, 50), scene.country, "phone");
  const mistakes = new Map([...timeMistakes(typed, scene, say), ...contactMistakes(typed, channel, say)]);
  if (isRefusal(phone)) mistakes.set("phone", say("mistake.phone"));
  if (mistakes.size > 0 || isRefusal(phone)) return { typed, mistakes, wanted: undefined, channel };
  const wanted = {
    on_date: scene.date,
    from_at: Number(typed.from),
    until_at: Number(typed.until),
    party_size: scene.party,
    area_id: scene.areaId,
    // What the guest was not asked to be told by is not kept.
    guest_phone: channel === "sms" ? phone : null,
    guest_email: channel === "email" ? typed.email : null,
    language: guestLanguageOf(reader.language, scene.country),
  };
  return { typed, mistakes, wanted, channel };
}

function* timeMistakes(
  { from, until }: TypedAlert,
  { starts }: AlertScene,
  say: SayAlerts,
): Generator<readonly [AlertField, string]> {
  const known = (text: string): boolean => starts.some((start) => String(start) === text);
  if (!known(from)) yield ["from", say("mistake.time")];
  if (!known(until)) yield ["until", say("mistake.time")];
  else if (known(from) && Number(until) < Number(from)) yield ["until", say("mistake.until")];
}

function* contactMistakes(
  { phone, email }: TypedAlert,
  channel: MessageChannel,
  say: SayAlerts,
): Generator<readonly [AlertField, string]> {
  if (channel === "sms" && phone === "") yield ["phone", say("mistake.phone")];
  if (channel === "email" && email === "") yield ["email", say("mistake.email")];
  if (email !== "" && (email.length > 254 || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)))
    yield ["email", say("mistake.email")];
}
