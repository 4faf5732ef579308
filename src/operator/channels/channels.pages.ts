/** Booking channels (rules/people 10.5). A password is shown once, and made with a fresh sign-in. */
import { changeChannel, createChannel } from "../../channels/change-channel.command.ts";
import { listChannels } from "../../channels/list-channels.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getPage, postPage, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { channelsPage, type ChannelsShown } from "./channels-page.ts";

const path = "/operator/channels";
const mostLocations = 1_000;

/** The page of channels. */
export function channelsPages(deps: OperatorPageDeps): PageRoute[] {
  const roles = ["operator_admin"] as const;
  const form = (name: string, run: typeof create, fresh: boolean): PageRoute => {
    const address: `/${string}` = `${path}${name}`;
    return postPage(address, (call) =>
      visitOperator(deps, call, "channels", { path, roles, fresh }, (at) => run(deps, at)),
    );
  };
  return [
    getPage(path, (call) => visitOperator(deps, call, "channels", { path }, (at) => show(deps, at, {}))),
    form("", create, true),
    form("/save", save, false),
    form("/password", renew, true),
  ];
}

async function show(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  news: Omit<ChannelsShown, "channels">,
): Promise<PageAnswer> {
  return channelsPage(at, { channels: await listChannels(database.read), ...news });
}

/** The ids that were typed, or the first text that is none. */
function readIds(text: string): readonly Id<"str">[] | string {
  const ids: Id<"str">[] = [];
  for (const typed of new Set(text.slice(0, 40_000).split(/[\s,;]+/))) {
    if (typed === "") continue;
    const parsed = parseId("str", typed);
    if (parsed.kind !== "ok") return typed.slice(0, 60);
    ids.push(parsed.id);
  }
  return ids;
}

interface TypedChannel {
  readonly name: string;
  readonly locationIds: readonly Id<"str">[];
}

/** What was typed, or the sentence that says what is wrong with it. */
function readTyped({ call: { form } }: OperatorVisit): TypedChannel | string {
  const name = (form.get("name") ?? "").trim();
  const ids = readIds(form.get("ids") ?? "");
  if (name === "" || name.length > 200 || /\p{Cc}/u.test(name)) return "Write a name of 1 to 200 characters.";
  if (typeof ids === "string") return `"${ids}" is no id of a location.`;
  return ids.length > mostLocations ? `At most ${mostLocations} locations.` : { name, locationIds: ids };
}

async function create(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const typed = at.call.form;
  const wanted = readTyped(at);
  if (typeof wanted === "string") return show(deps, at, { typed, problem: `${wanted} Nothing was made.` });
  const made = await deps.database.transaction((tx) => createChannel(tx, wanted, at.author));
  if (isRefusal(made)) return show(deps, at, { typed, problem: `Nothing was made: ${made.message}.` });
  return show(deps, at, passwordOf(made));
}

function passwordOf(made: {
  readonly channel: { readonly username: string };
  readonly password: string | null;
}): Pick<ChannelsShown, "password"> {
  return made.password === null ? {} : { password: { username: made.channel.username, password: made.password } };
}

async function save(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const channel = parseId("bch", at.call.form.get("channel") ?? "");
  const wanted = readTyped(at);
  if (channel.kind !== "ok") return redirectTo(path);
  if (typeof wanted === "string") return show(deps, at, { problem: `${wanted} Nothing was saved.` });
  const changes = { ...wanted, enabled: at.call.form.get("enabled") !== null };
  const saved = await deps.database.transaction((tx) => changeChannel(tx, channel.id, changes, at.author));
  if (isRefusal(saved)) return show(deps, at, { problem: `Nothing was saved: ${saved.message}.` });
  return redirectTo(`${path}?done=saved`);
}

async function renew(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const channel = parseId("bch", at.call.form.get("channel") ?? "");
  if (channel.kind !== "ok") return redirectTo(path);
  const renewed = await deps.database.transaction((tx) =>
    changeChannel(tx, channel.id, { renewPassword: true }, at.author),
  );
  if (isRefusal(renewed)) return show(deps, at, { problem: "There is no such channel any more." });
  return show(deps, at, passwordOf(renewed));
}
