/** Owed refunds, the ledger of money, and writes at providers that somebody settles by hand (rules/people 10.5). */
import { listProviderOperations, settleByHand } from "../../bookings/at-provider/settle-by-hand.command.ts";
import { operationStates } from "../../bookings/provider/provider-operation.ts";
import { idPrefixOf, parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { listLocationsById } from "../../locations/grants/read-locations.query.ts";
import { getPage, postPage, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listLedger, listOwedRefunds } from "../../payments/money/list-ledger.query.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { moneyPage } from "./money-page.ts";
import { operationsPage } from "./operations-page.ts";

const pageLength = 100;
const operations = "/operator/operations";

/** The pages of money and operations. */
export function moneyPages(deps: OperatorPageDeps): PageRoute[] {
  const roles = ["operator_admin"] as const;
  return [
    getPage("/operator/money", (call) =>
      visitOperator(deps, call, "money", { path: "/operator/money" }, (at) => showMoney(deps, at)),
    ),
    getPage(operations, (call) =>
      visitOperator(deps, call, "operations", { path: operations }, (at) => showOperations(deps, at, {})),
    ),
    postPage(`${operations}/settle`, (call) =>
      visitOperator(deps, call, "operations", { path: operations, roles, fresh: true }, (at) => settle(deps, at)),
    ),
  ];
}

/** What the ledger is filtered by. */
interface LedgerOf {
  readonly orderId: Id<"ord"> | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly locationId: Id<"str"> | null;
}

/** Undefined for a text that is no id of one of the three. */
function readOf(text: string): LedgerOf | undefined {
  const none: LedgerOf = { orderId: null, bookingId: null, locationId: null };
  switch (text === "" ? "" : idPrefixOf(text)) {
    case "":
      return none;
    case "ord":
      return { ...none, orderId: text as Id<"ord"> };
    case "bkg":
      return { ...none, bookingId: text as Id<"bkg"> };
    case "str":
      return { ...none, locationId: text as Id<"str"> };
    default:
      return undefined;
  }
}

async function showMoney({ database }: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { query } = at.call;
  const of = (query.get("of") ?? "").trim().slice(0, 40);
  const filter = readOf(of);
  const parsed = parseId("pml", query.get("before") ?? "");
  const before = parsed.kind === "ok" ? parsed.id : undefined;
  const [owed, entries] = await database.snapshot(async (db) => [
    await listOwedRefunds(db, { before: undefined, limit: pageLength + 1 }),
    filter === undefined ? [] : await listLedger(db, { ...filter, before, limit: pageLength + 1 }),
  ]);
  const shown = entries.slice(0, pageLength);
  return moneyPage(at, {
    owed: owed.slice(0, pageLength),
    hasMoreOwed: owed.length > pageLength,
    entries: shown,
    older: entries.length > pageLength ? shown.at(-1)?.id : undefined,
    of,
    ...(filter === undefined ? { problem: "Write the id of an order, a booking or a location." } : {}),
  });
}

async function showOperations(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  news: { readonly problem?: string },
): Promise<PageAnswer> {
  const { query } = at.call;
  const state = operationStates.find((one) => one === query.get("state"));
  const parsed = parseId("opn", query.get("before") ?? "");
  const page = { state, before: parsed.kind === "ok" ? parsed.id : undefined, limit: pageLength + 1 };
  const listed = await listProviderOperations(database.read, page);
  const shown = listed.slice(0, pageLength);
  const ids = [...new Set(shown.map(({ location_id: id }) => id))];
  const locations = await listLocationsById(database.read, ids);
  return operationsPage(at, {
    operations: shown,
    state,
    older: listed.length > pageLength ? shown.at(-1)?.id : undefined,
    names: new Map(locations.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))),
    ...news,
  });
}

async function settle(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { form } = at.call;
  const operation = parseId("opn", form.get("operation") ?? "");
  const outcome = (["made", "not_made", "ask_again"] as const).find((one) => one === form.get("outcome"));
  const reference = (form.get("reference") ?? "").trim().slice(0, 500);
  if (operation.kind !== "ok" || outcome === undefined)
    return showOperations(deps, at, { problem: "Nothing was settled: choose what the provider did." });
  const given = { outcome, reference: reference === "" ? undefined : reference };
  const settled = await deps.database.transaction((tx) =>
    settleByHand(tx, deps.sealing, operation.id, given, at.author),
  );
  if (isRefusal(settled)) return showOperations(deps, at, { problem: `Nothing was settled: ${settled.message}.` });
  return redirectTo(`${operations}?done=settled`);
}
