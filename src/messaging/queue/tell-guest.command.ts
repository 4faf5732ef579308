/**
 * Tells a guest of a change. Every feature calls this.
 *
 * Guarantees: the message is queued in the caller's transaction, so it is sent exactly when the change is made. One
 * message per cause and channel, for any number of calls. Only channels of the kind that the guest agreed to are used
 * (`message-kinds.ts`). After several quick changes only the last is told. A text about a distant time waits for the
 * morning. Nothing is composed for a guest who gets no message.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { minuteOfDay } from "../../kernel/wall-time.ts";
import { guestLanguageOf, localeOf, type GuestLanguage } from "../../kernel/language.ts";
import { plainAddress, type Letter, type LetterVenue } from "../../mail/letter.ts";
import type { WordsLanguage } from "../../words/speak.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import {
  channelsFor,
  isForStaff,
  isOfOrder,
  isTextedInstead,
  isUnsubscribable,
  messageChannels,
} from "../message/message-kinds.ts";
import type { Contact, MessageChannel, MessageKind } from "../message/message-kinds.ts";
import { whyUnreachable } from "../message/message.ts";
import { findTerms, type MessageTerms } from "./message-terms.sql.ts";
import * as sql from "../message/messages.sql.ts";
import type { MessageValues } from "../text/message-values.ts";
import { quietSeconds } from "../message/quiet-hours.ts";
import { composeMessage, shortLetter, type ComposedMessage } from "../text/templates.ts";
import { replaceUnsettled } from "./unsettled-messages.sql.ts";

/** What a letter is written from, beside what it is about. */
export interface LetterTerms {
  readonly language: WordsLanguage;
  /** Language and country: clocks and money are written so. */
  readonly locale: string;
  /** Of the location: an IANA name. */
  readonly timeZone: string;
  readonly venue: LetterVenue;
  readonly isUnsubscribable: boolean;
}

export interface Notice {
  readonly locationId: Id<"str">;
  readonly kind: MessageKind;
  /** The order, booking or waitlist entry that it is about. */
  readonly subjectId: string;
  /** What makes the occasion: a second message of the same, by the same channel, is not sent. */
  readonly occasion: string;
  /** `chosen` where it was chosen for this alone; else what the guest chose for what it is about. */
  readonly contact: Omit<Contact, "chosen"> & Partial<Contact>;
  /** What the guest reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
  /** Only by these of the kind's channels. */
  readonly only?: readonly MessageChannel[];
  /** What it says, made only where it is sent. */
  readonly letter: (terms: LetterTerms) => Letter | Promise<Letter>;
  /** What the text says where its kind has words of its own; else the text is the letter in short. */
  readonly text?: (language: GuestLanguage) => Promise<MessageValues>;
  /** Real seconds after which it would only confuse. */
  readonly sendWithinSeconds: number;
  /** The message waits so long, and a later one that settles too takes its place; absent: it goes out at once. */
  readonly settleSeconds?: number;
  /** How far away is what it is about, for the hours in which guests sleep; absent: it is about now. */
  readonly aheadSeconds?: number;
}

/** Queues what a guest is told, by each channel that it goes by; false, and nothing, where the guest is not written to. */
export async function tellGuest(tx: Tx, notice: Notice): Promise<boolean> {
  const { locationId, subjectId } = notice;
  const { phone } = notice.contact;
  const email = notice.contact.email === null ? null : plainAddress(notice.contact.email);
  if (phone === null && email === null) return false;
  const terms = await findTerms(tx, locationId, { phone, email, subjectId });
  const contact = { phone, email, chosen: notice.contact.chosen ?? terms.chosen };
  const wanted = channelsFor(notice.kind, contact).filter((one) => notice.only?.includes(one) ?? true);
  const channels = reachable(tx, notice, contact, terms, wanted);
  if (channels.length === 0) return false;
  const language = notice.language ?? guestLanguageOf(terms.language, terms.country);
  const letter = await notice.letter({
    language,
    locale: localeOf(language, terms.country),
    timeZone: terms.timezone ?? "UTC",
    venue: venueOf(terms),
    isUnsubscribable: isUnsubscribable(notice.kind),
  });
  const draft: Draft = { notice, contact, terms, language, letter };
  const text = channels.includes("sms") || mayTextInstead(draft, tx) ? await textOf(draft) : undefined;
  for (const channel of channels) {
    const message =
      channel === "sms" ? textMessage(draft, text) : mailMessage(draft, channels.length > 1 ? undefined : text);
    if (message === undefined) continue;
    if (notice.settleSeconds === undefined || !(await replaceUnsettled(tx, message))) sql.sendMessage(tx, message);
  }
  tx.wake("jobs");
  return true;
}

interface Draft {
  readonly notice: Notice;
  readonly contact: Contact;
  readonly terms: MessageTerms;
  readonly language: GuestLanguage;
  readonly letter: Letter;
}

/** The channels that are switched on and carry; a text takes the place of an e-mail that cannot go. */
function reachable(
  tx: Tx,
  { kind, only }: Notice,
  contact: Contact,
  terms: MessageTerms,
  wanted: readonly MessageChannel[],
): readonly MessageChannel[] {
  const mayTell = (channel: MessageChannel): boolean => reasonAgainst(tx, kind, contact, terms, channel) === undefined;
  const allowed = wanted.filter(mayTell);
  const isCut = wanted.includes("email") && !allowed.includes("email") && !allowed.includes("sms");
  const mayText = isCut && only === undefined && isTextedInstead(kind, contact) && mayTell("sms");
  return mayText ? ["sms"] : allowed;
}

function reasonAgainst(tx: Tx, kind: MessageKind, contact: Contact, terms: MessageTerms, channel: MessageChannel) {
  const isMail = channel === "email";
  const isStopped = terms.mail_stops.includes("all") || (terms.mail_stops.length > 0 && isUnsubscribable(kind));
  return whyUnreachable({
    messaging: isSwitchedOn(kind, terms, channel),
    sender: isMail ? terms.mail_sender : terms.sender,
    isLive: tx.livemode,
    to: isMail ? contact.email : contact.phone,
    optedOut: isMail ? isStopped : terms.opted_out,
  });
}

/** Whether the location sends such messages by a channel; links that a guest asked for are always sent. */
function isSwitchedOn(kind: MessageKind, terms: MessageTerms, channel: MessageChannel): boolean {
  if (kind === "find_links" || isForStaff(kind)) return true;
  if (!isOfOrder(kind)) return terms.messaging;
  const { order_messages: by } = terms;
  return by === "email_and_sms" || (by === "email" && channel === "email");
}

/** How a diner can be told of an order of a location, besides by its page: what is switched on and carried by somebody. */
export async function listOrderChannels(db: Db, locationId: Id<"str">): Promise<readonly MessageChannel[]> {
  const terms = await findTerms(db, locationId, { phone: null, email: null, subjectId: null });
  const isCarried = (channel: MessageChannel): boolean =>
    whyUnreachable({
      messaging: isSwitchedOn("order_received", terms, channel),
      sender: channel === "email" ? terms.mail_sender : terms.sender,
      isLive: db.livemode,
      to: null,
      optedOut: false,
    }) === "no_phone";
  return messageChannels.filter(isCarried);
}

function mayTextInstead({ notice, contact, terms }: Draft, tx: Tx): boolean {
  const { kind, only } = notice;
  return (
    only === undefined && isTextedInstead(kind, contact) && reasonAgainst(tx, kind, contact, terms, "sms") === undefined
  );
}

async function textOf({ notice, terms, language, letter }: Draft): Promise<ComposedMessage> {
  if (notice.text === undefined) return shortLetter(terms.name, letter);
  return composeMessage(terms.name, language, await notice.text(language));
}

function textMessage(draft: Draft, text: ComposedMessage | undefined): sql.NewMessage | undefined {
  if (text === undefined) return undefined;
  const waits = quietWait(draft);
  return {
    ...about(draft, waits),
    channel: "sms",
    ...asText(draft, text),
    email: null,
    letter: null,
    instead: null,
    dueInSeconds: Math.max(draft.notice.settleSeconds ?? 0, waits),
  };
}

function mailMessage(draft: Draft, text: ComposedMessage | undefined): sql.NewMessage {
  const { notice, contact, terms, letter } = draft;
  return {
    ...about(draft, 0),
    id: newId("msg"),
    channel: "email",
    phone: null,
    email: contact.email,
    body: [letter.subject, ...letter.text].join("\n"),
    segments: 1,
    letter,
    instead: text === undefined ? null : { ...asText(draft, text), waitsSeconds: quietWait(draft) },
    sender: terms.mail_sender,
    dedupeKey: `${dedupeKeyOf(notice)}:email`,
    dueInSeconds: notice.settleSeconds ?? 0,
  };
}

function about({ notice, language }: Draft, waits: number) {
  return {
    location_id: notice.locationId,
    kind: notice.kind,
    subject_id: notice.subjectId,
    language,
    sendWithinSeconds: notice.sendWithinSeconds + waits,
  };
}

function asText({ notice, contact, terms }: Draft, { body, segments }: ComposedMessage): sql.TextParts {
  const { phone } = contact;
  return { id: newId("msg"), phone, body, segments, sender: terms.sender, dedupeKey: dedupeKeyOf(notice) };
}

/** The outbox wakes nobody. */
function quietWait({ notice, terms }: Draft): number {
  const minute = minuteOfDay(terms.timezone ?? "UTC", terms.now);
  return terms.sender === "outbox" ? 0 : quietSeconds(minute, notice.aheadSeconds ?? 0);
}

function dedupeKeyOf({ kind, subjectId, occasion }: Notice): string {
  return `${kind}:${subjectId}:${occasion}`;
}

function venueOf({ name, address, phone, contact_email: email }: MessageTerms): LetterVenue {
  const city = [address?.postal_code, address?.city].filter(Boolean).join(" ");
  const known = [address?.line1, address?.line2, city].filter(Boolean);
  return { name: name ?? "Maple", address: known.length === 0 ? null : known.join(", "), phone, email };
}
