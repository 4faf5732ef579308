/** The operator's inbox of feedback (rules/people 10.7). People with the role of support answer it too. */
import { getApp } from "../../apps/read-apps.query.ts";
import { changeFeedback } from "../../feedback/change-feedback.command.ts";
import { feedbackStates } from "../../feedback/feedback.ts";
import { listFeedback } from "../../feedback/list-feedback.query.ts";
import { parseId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getPage, postPage, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { inboxPage, longestNote } from "./inbox-page.ts";

const path = "/operator/feedback";
const pageLength = 20;

/** The page of feedback. */
export function inboxPages(deps: OperatorPageDeps): PageRoute[] {
  return [
    getPage(path, (call) => visitOperator(deps, call, "feedback", { path }, (at) => show(deps, at))),
    postPage(path, (call) => visitOperator(deps, call, "feedback", { path }, (at) => save(deps, at))),
  ];
}

async function show({ database }: OperatorPageDeps, at: OperatorVisit, problem?: string): Promise<PageAnswer> {
  const { query } = at.call;
  const asked = query.get("state") ?? "new";
  const state = feedbackStates.find((one) => one === asked);
  const parsed = parseId("fbk", query.get("before") ?? "");
  const page = { before: parsed.kind === "ok" ? parsed.id : undefined, limit: pageLength + 1, status: state };
  const found = await listFeedback(database.read, page);
  const entries = found.slice(0, pageLength);
  const ids = [...new Set(entries.map(({ app_id: id }) => id))];
  const apps = await Promise.all(ids.map((id) => getApp(database.read, id)));
  return inboxPage(at, {
    entries,
    older: found.length > pageLength ? entries.at(-1)?.id : undefined,
    state,
    apps: new Map(apps.flatMap((app) => (isRefusal(app) ? [] : [[app.id, app.name] as const]))),
    ...(problem === undefined ? {} : { problem }),
  });
}

async function save(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { form } = at.call;
  const parsed = parseId("fbk", form.get("feedback") ?? "");
  const status = feedbackStates.find((one) => one === form.get("status"));
  const note = (form.get("note") ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").trim();
  if (parsed.kind !== "ok" || status === undefined) return redirectTo(path);
  if (note.length > longestNote)
    return show(deps, at, `Nothing was saved: a note has at most ${longestNote} characters.`);
  const changes = { status, note: note === "" ? null : note };
  const changed = await deps.database.transaction((tx) => changeFeedback(tx, parsed.id, changes, at.author));
  if (isRefusal(changed)) return show(deps, at, "Nothing was saved: there is no such feedback any more.");
  return redirectTo(`${path}?state=${status}&done=saved`);
}
