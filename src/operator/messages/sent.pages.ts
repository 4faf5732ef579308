/** Messages to guests (rules/messages-and-privacy 1): numbers are masked for everybody. */
import { parseId } from "../../kernel/id.ts";
import { listLocationsById } from "../../locations/grants/read-locations.query.ts";
import { listMessages } from "../../messaging/message/read-messages.query.ts";
import { getPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { sentPage } from "./sent-page.ts";

const path = "/operator/messages";
const pageLength = 100;

/** The page of messages. */
export function sentPages(deps: OperatorPageDeps): PageRoute[] {
  return [getPage(path, (call) => visitOperator(deps, call, "messages", { path }, (at) => show(deps, at)))];
}

async function show({ database }: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { query } = at.call;
  const of = (query.get("of") ?? "").trim().slice(0, 40);
  const [location, before] = [parseId("str", of), parseId("msg", query.get("before") ?? "")];
  if (of !== "" && location.kind !== "ok")
    return sentPage(at, {
      messages: [],
      older: undefined,
      of,
      names: new Map(),
      problem: "Write the id of a location.",
    });
  const found = await listMessages(database.read, {
    locationId: location.kind === "ok" ? location.id : undefined,
    before: before.kind === "ok" ? before.id : undefined,
    limit: pageLength + 1,
  });
  const messages = found.slice(0, pageLength);
  const ids = [...new Set(messages.map(({ location_id: id }) => id))];
  const locations = await listLocationsById(database.read, ids);
  return sentPage(at, {
    messages,
    older: found.length > pageLength ? messages.at(-1)?.id : undefined,
    of,
    names: new Map(locations.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]))),
  });
}
