/** The changes of another host, as sentences and rows. */
import type { GuestWire } from "../../console/stand/stand-guests.schemas.ts";
import type { Actor, Party, Waiter } from "../state/stand-model.ts";
import { guestDifferences, partyDifferences, waiterDifferences, type Changed } from "../state/what-changed.ts";
import { nameOf, tableLine } from "./names.screen.ts";
import { whenText } from "./parties.screen.ts";
import type { Store } from "./store.screen.ts";

interface Row {
  readonly field: string;
  readonly seen: string;
  readonly now: string;
}

interface Changes {
  readonly who: string;
  /** Of the party or the guest. */
  readonly name: string;
  readonly rows: readonly Row[];
}

/** Who changed what, and from what to what. */
export function changesOf(store: Store, changed: Changed): Changes {
  switch (changed.kind) {
    case "party": {
      const { seen, now } = changed;
      const rows = partyDifferences(seen, now).map((field) => ({
        field: store.say(`field.${field}`),
        seen: partyText(store, seen, field),
        now: partyText(store, now, field),
      }));
      return { who: whoText(store, now.changedBy), name: nameOf(store, now), rows };
    }
    case "waiter": {
      const { seen, now } = changed;
      const rows = waiterDifferences(seen, now).map((field) => ({
        field: store.say(field === "quoted" ? "act.quote" : `field.${field}`),
        seen: waiterText(store, seen, field),
        now: waiterText(store, now, field),
      }));
      return { who: whoText(store, now.changedBy), name: nameOf(store, now), rows };
    }
    case "guest": {
      const { seen, now, name } = changed;
      const rows = guestDifferences(seen, now).map((field) => ({
        field: store.say(field === "note" ? "notes.own" : "guest.tags"),
        seen: guestText(store, seen, field),
        now: guestText(store, now, field),
      }));
      return { who: whoText(store, now.updated_by ?? { kind: "", name: null }), name, rows };
    }
  }
}

function whoText({ say }: Store, { name, kind }: Actor): string {
  return name ?? say(kind === "guest" ? "who.guest" : "who.other");
}

const nothing = "–";

function partyText(store: Store, party: Party, field: ReturnType<typeof partyDifferences>[number]): string {
  const { say, formats } = store;
  switch (field) {
    case "status":
      return say(`status.${party.status}`);
    case "size":
      return say("card.guests", { count: party.size });
    case "unitIds":
      return tableLine(store, party.unitIds);
    case "startsAt":
      return whenText(store, party.startsAt);
    case "lateUntil":
      return party.lateUntil === null ? nothing : formats.time(party.lateUntil);
    case "notes":
    case "venueNotes":
      return party[field] ?? nothing;
  }
}

function waiterText({ say }: Store, waiter: Waiter, field: ReturnType<typeof waiterDifferences>[number]): string {
  switch (field) {
    case "status":
      return say(`status.${waiter.status}`);
    case "size":
      return say("card.guests", { count: waiter.size });
    case "position":
      return waiter.position === 0 ? nothing : String(waiter.position);
    case "quoted":
      return say("quote.minutes", waiter.quoted);
    case "notes":
      return waiter.notes ?? nothing;
  }
}

function guestText({ say }: Store, guest: GuestWire, field: ReturnType<typeof guestDifferences>[number]): string {
  if (field === "note") return guest.note ?? nothing;
  return guest.tags.length === 0 ? nothing : guest.tags.map((tag) => say(`tag.${tag}`)).join(", ");
}
