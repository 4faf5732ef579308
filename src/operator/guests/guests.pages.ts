/** The copy and the erasure of a guest's data (rules/messages-and-privacy 3.1, rules/people 5.5). */
import { listGuestBookings } from "../../bookings/aftercare/erase-guest.command.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getPage, postPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { listGuestEntries } from "../../waitlist/aftercare/erase-entries.command.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { copyGuest, eraseEverywhere } from "./answer-guest.command.ts";
import { readGuestKey } from "./guest-key.ts";
import { guestsPage } from "./guests-page.ts";

const path = "/operator/guests";

/** A copy reads all that is kept about a guest: people take one at a time. */
const permits = { atOnce: 1, maxWaiting: 5, maxWaitMs: 2_000 };

/** The page of guests' data. */
export function guestsPages(deps: OperatorPageDeps): PageRoute[] {
  const copies = createKeyedSemaphore(permits);
  const needs = { path, roles: ["operator_admin"], fresh: true } as const;
  return [
    getPage(path, (call) =>
      visitOperator(deps, call, "guests", { path }, async (at) => guestsPage(at, { typed: { phone: "", email: "" } })),
    ),
    postPage(`${path}/copy`, (call) => visitOperator(deps, call, "guests", needs, (at) => copy(deps, at, copies))),
    postPage(`${path}/erase`, (call) => visitOperator(deps, call, "guests", needs, (at) => erase(deps, at))),
  ];
}

type Typed = { readonly phone: string; readonly email: string };

function readTyped({ call: { form } }: OperatorVisit): Typed {
  return {
    phone: (form.get("phone") ?? "").trim().slice(0, 50),
    email: (form.get("email") ?? "").trim().slice(0, 254),
  };
}

function readGuest({ phone, email }: Typed): ReturnType<typeof readGuestKey> {
  return readGuestKey({ ...(phone === "" ? {} : { phone }), ...(email === "" ? {} : { email }) });
}

function wrongPage(
  at: OperatorVisit,
  typed: Typed,
  { code }: Refusal<"invalid_request" | "invalid_phone">,
): PageAnswer {
  const problem =
    code === "invalid_phone"
      ? "This is no phone number. Write it with its country code, such as +33 1 42 60 01 43."
      : "Write a phone number or an e-mail address.";
  return guestsPage(at, { typed, problem });
}

async function copy({ database }: OperatorPageDeps, at: OperatorVisit, copies: KeyedSemaphore): Promise<PageAnswer> {
  const typed = readTyped(at);
  const guest = readGuest(typed);
  if (isRefusal(guest)) return wrongPage(at, typed, guest);
  const release = await copies.take("copies");
  try {
    const kept = await database.transaction((tx) => copyGuest(tx, guest, at.author));
    return {
      kind: "file",
      contentType: "application/json; charset=utf-8",
      fileName: "guest.json",
      body: `${JSON.stringify(kept, null, 2)}\n`,
    };
  } finally {
    release();
  }
}

/** Asks first: the first form says what would be erased, the second does it. */
async function erase({ database }: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const typed = readTyped(at);
  const guest = readGuest(typed);
  if (isRefusal(guest)) return wrongPage(at, typed, guest);
  if (at.call.form.get("sure") !== "yes") {
    const toErase = await database.snapshot(async (db) => ({
      bookings: (await listGuestBookings(db, guest)).length,
      entries: (await listGuestEntries(db, guest)).length,
    }));
    return guestsPage(at, { typed, toErase });
  }
  const erased = await database.transaction((tx) => eraseEverywhere(tx, guest, at.author));
  return guestsPage(at, { typed: { phone: "", email: "" }, erased });
}
