/** Reports and the ledger of a location, for managers and accountants (rules/console 2). */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { ledgerEntryShape, ledgerEntryToWire } from "../../payments/money/ledger.schemas.ts";
import { listLedger } from "../../payments/money/list-ledger.query.ts";
import { requireRoleAt } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { idField, localDate, oneOf } from "../../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../../platform/http/reading/paging.ts";
import { reply, replyText } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { readReport, type Report } from "./read-report.query.ts";
import { reportToCsv } from "./report-csv.ts";
import { parseSpan } from "./report-span.ts";
import { reportShape, reportToWire } from "./reports.schemas.ts";
import { reportNames, type ReportName } from "./reports.ts";

const access = { kind: "console", needs: "person", roles: ["manager", "accountant"] } as const;
const ledgerPages = pagesBy("pml", 1_000, 100);
const refusals = ["not_found", "role_required", "invalid_request"] as const;
const shared = {
  method: "GET",
  tag: "Reports",
  callClass: 4,
  access,
  params: { locationId: idField("str"), name: oneOf(reportNames) },
  query: {
    from: localDate("The first day, by the location's clock."),
    to: localDate("The last day, at most 365 days later."),
  },
  refusals,
} as const;

const report = defineRoute({
  ...shared,
  query: { ...shared.query, format: Type.Optional(oneOf(["json", "csv"], "What the answer is; absent: json.")) },
  path: "/console/v1/locations/{locationId}/reports/{name}",
  operationId: "consoleReadReport",
  mayBeOld: true,
  summary: "Read a report by day",
  description:
    "A row for every day, for money one for each currency. Money counts by the real time at which it moved, all else by the location's clock. With `format=csv` the answer is the file.",
  csvToo: true,
  success: { 200: reportShape },
});

const csv = defineRoute({
  ...shared,
  path: "/console/v1/locations/{locationId}/reports/{name}/csv",
  operationId: "consoleReadReportAsCsv",
  mayBeOld: true,
  summary: "Read a report as CSV",
  description:
    "RFC 4180 in UTF-8. Amounts are decimals. A text that begins with = + - or @ has an apostrophe before it.",
  media: "text/csv",
  success: { 200: Type.String() },
});

const ledger = defineRoute({
  method: "GET",
  path: "/console/v1/locations/{locationId}/payments_ledger",
  operationId: "consoleListPaymentsLedger",
  mayBeOld: true,
  tag: "Reports",
  summary: "List every movement of money, newest first",
  callClass: 4,
  access,
  params: { locationId: idField("str") },
  query: ledgerPages.query,
  success: { 200: pageOf(ledgerEntryShape) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

interface ReportCall {
  readonly console: ConsoleCaller;
  readonly params: { readonly locationId: Id<"str">; readonly name: ReportName };
  readonly query: { readonly from: string; readonly to: string };
}

/** The routes of reports. */
export function reportRoutes(): BoundRoute[] {
  return [
    bindRead(report, async (call, _db, snapshot) => {
      const found = await find(call, snapshot);
      if (isRefusal(found)) return found;
      if (call.query.format === "csv") return replyText(200, reportToCsv(found));
      return reply(200, reportToWire(found, call.params.locationId));
    }),
    bindRead(csv, async (call, _db, snapshot) => {
      const found = await find(call, snapshot);
      return isRefusal(found) ? found : reply(200, reportToCsv(found));
    }),
    bindRead(ledger, async ({ console: caller, params: { locationId }, query }, db) => {
      const acting = requireRoleAt(caller, locationId, access.roles);
      if (isRefusal(acting)) return acting;
      const page = ledgerPages.read(query);
      if (isRefusal(page)) return page;
      const entries = await listLedger(db, { orderId: null, bookingId: null, locationId, ...page });
      return reply(200, pageAnswer(page, entries, entries.map(ledgerEntryToWire)));
    }),
  ];
}

async function find(
  { console: caller, params: { locationId, name }, query }: ReportCall,
  snapshot: Database["snapshot"],
): Promise<Report | Refusal<"not_found" | "role_required" | "invalid_request">> {
  const acting = requireRoleAt(caller, locationId, access.roles);
  if (isRefusal(acting)) return acting;
  const span = parseSpan(query.from, query.to);
  if (isRefusal(span)) return span;
  return snapshot(async (db) => {
    const location = await getLocationSettings(db, locationId);
    return isRefusal(location) ? location : readReport(db, location, name, span);
  });
}
