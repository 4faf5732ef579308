/** The audit log (rules/people 7.1, rules/operating 8.2). */
import { searchAuditEntries } from "../../audit/list-audit-entries.query.ts";
import { verifyAuditChain, type ChainVerdict } from "../../audit/verify-audit-chain.query.ts";
import { parseId } from "../../kernel/id.ts";
import { getPage, postPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { auditPage } from "./audit-page.ts";

const path = "/operator/audit";
const pageLength = 50;
/** Characters of a filter that are read. */
const longestFilter = 100;

/** The page of the audit log. */
export function auditPages(deps: OperatorPageDeps): PageRoute[] {
  return [
    getPage(path, (call) => visitOperator(deps, call, "audit", { path }, (at) => show(deps, at))),
    {
      ...postPage(`${path}/check`, (call) =>
        visitOperator(deps, call, "audit", { path }, async (at) =>
          show(deps, at, await verifyAuditChain(deps.database.read)),
        ),
      ),
      countsAsRead: true,
    },
  ];
}

async function show({ database }: OperatorPageDeps, at: OperatorVisit, verdict?: ChainVerdict): Promise<PageAnswer> {
  const { query } = at.call;
  const textOf = (name: string): string => (query.get(name) ?? "").trim().slice(0, longestFilter).replaceAll("\0", "");
  const typed = { subject: textOf("subject"), actor: textOf("actor"), action: textOf("action") };
  const orNone = (text: string): string | undefined => (text === "" ? undefined : text);
  const filter = { subject: orNone(typed.subject), actor: orNone(typed.actor), action: orNone(typed.action) };
  const parsed = parseId("aud", query.get("before") ?? "");
  const page = { before: parsed.kind === "ok" ? parsed.id : undefined, limit: pageLength + 1 };
  const found = await searchAuditEntries(database.read, filter, page);
  const entries = found.slice(0, pageLength);
  const actors = entries.map(({ actor_id: id }) => id).filter((id) => id !== null);
  return auditPage(at, {
    entries,
    older: found.length > pageLength ? entries.at(-1)?.id : undefined,
    names: await listNames(database.read, [...new Set(actors)]),
    typed,
    ...(verdict === undefined ? {} : { verdict }),
  });
}
