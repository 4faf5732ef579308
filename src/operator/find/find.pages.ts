/**
 * `/operator/find` and the pages of its results (rules/people 10.3). A phone number or an e-mail address travels in the
 * body of the form only, so that no log of a proxy has it.
 */
import { parseId, type Id, type IdPrefix } from "../../kernel/id.ts";
import {
  getPage,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { findAll, findPath } from "./find.query.ts";
import { findPage } from "./find-page.ts";
import { readBookingSeen, readOrderSeen, readPartySeen } from "./read-record.query.ts";
import { longestSought, readSought } from "./read-sought.ts";
import { bookingPage, orderPage, partyPage } from "./record-page.ts";

const path = "/operator/find";

/** The search and what it leads to. */
export function findPages(deps: OperatorPageDeps): PageRoute[] {
  const record = <Prefix extends IdPrefix, Seen>(
    name: `/operator/${string}`,
    prefix: Prefix,
    read: (db: Db, id: Id<Prefix>) => Promise<Seen | undefined>,
    draw: (at: OperatorVisit, seen: Seen) => PageAnswer,
  ): PageRoute =>
    getPage(`${name}/{id}`, (call: PageCall) =>
      visitOperator(deps, call, "find", { path: `${name}/${idOf(call)}` }, async (at) => {
        const parsed = parseId(prefix, idOf(call));
        if (parsed.kind !== "ok") return gone();
        const seen = await deps.database.snapshot((db) => read(db, parsed.id));
        return seen === undefined ? gone() : draw(at, seen);
      }),
    );
  return [
    getPage(path, (call) =>
      visitOperator(deps, call, "find", { path }, (at) => search(deps, at, call.query.get("q") ?? "")),
    ),
    {
      ...postPage(path, (call) => visitOperator(deps, call, "find", { path }, (at) => sent(deps, at, call))),
      countsAsRead: true,
    },
    record("/operator/orders", "ord", readOrderSeen, orderPage),
    record("/operator/bookings", "bkg", readBookingSeen, bookingPage),
    record("/operator/parties", "bkw", readPartySeen, partyPage),
  ];
}

function idOf(call: PageCall): string {
  return call.params["id"] ?? "";
}

/** An id leads to its page; what names nobody gets an address of its own, which can be kept and read again. */
async function sent(deps: OperatorPageDeps, at: OperatorVisit, call: PageCall): Promise<PageAnswer> {
  const typed = (call.form.get("q") ?? "").slice(0, longestSought);
  const sought = readSought(typed);
  if (sought === undefined) return redirectTo(path);
  if (sought.kind === "phone" || sought.kind === "email") return search(deps, at, typed);
  return redirectTo(`${path}?q=${encodeURIComponent(typed.trim())}`);
}

async function search({ database }: OperatorPageDeps, at: OperatorVisit, typed: string): Promise<PageAnswer> {
  const text = typed.slice(0, longestSought);
  const sought = readSought(text);
  if (sought === undefined) return findPage(at, text, undefined);
  const to = sought.kind === "id" ? await findPath(database.read, sought) : undefined;
  if (to !== undefined) return redirectTo(to);
  return findPage(at, text, await database.snapshot((db) => findAll(db, sought)));
}

function gone(): PageAnswer {
  const text = "Nothing has this id here. Look whether it is of test or of live.";
  return messagePage(404, "Nothing is here", text, { next: { href: path, label: "Find something else" } });
}
