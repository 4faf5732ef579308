/**
 * The board's first document and the printed ticket. Both are for people who may act at the location, and for a shared
 * device with the board as its screen. Others are sent to the sign-in; for a location of others the page is not found.
 */
import type { AccountDeps } from "../../console/account/visit.query.ts";
import { findReader, screenNotFound, type ScreenReader } from "../../console/screen/find-reader.query.ts";
import type { BoardOrder, BoardSnapshot } from "../../console/board/board-wire.schemas.ts";
import { readBoard, readBoardSettings, readResources } from "../../console/board/read-board.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { WireContext } from "../../orders/order/order-wire.ts";
import { html } from "../../pages/html.ts";
import { getPage, messagePage, ofPeople, showPage, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import type { BoardShown } from "../state/board-start.ts";
import { renderTicket } from "../ticket/ticket.ts";

/** The pages of the board of one service. */
export function boardPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/board/{locationId}", async (call) => {
      const reader = await findReader(deps, call, "board");
      if ("kind" in reader) return reader;
      const snapshot = await readBoard((read) => deps.database.snapshot(read), reader.locationId, contextOf(deps));
      return isRefusal(snapshot) ? screenNotFound(reader.language, "board") : showBoard(reader, snapshot);
    }),
    getPage("/board/{locationId}/tickets/{orderId}", async (call) => {
      const reader = await findReader(deps, call, "board");
      return "kind" in reader ? reader : showTicket(deps, reader, call.params.orderId);
    }),
  ]);
}

function contextOf({ database, baseUrl }: AccountDeps): WireContext {
  return { livemode: database.livemode, baseUrl: baseUrl() };
}

function showBoard(reader: ScreenReader, snapshot: BoardSnapshot): PageAnswer {
  const { locationId, actor, autoPrint, language, locale, signIn } = reader;
  const shown: BoardShown = { snapshot, actor, autoPrint, signIn };
  const say = speak(language, "board", locale);
  return {
    kind: "screen",
    screen: "board",
    title: say("title"),
    language,
    locale,
    words: ["screens", "board", "order"],
    shown,
    manifest: `/board/${locationId}/app.webmanifest`,
    withoutScript: say("start.needs_script"),
  };
}

async function showTicket(deps: AccountDeps, reader: ScreenReader, orderId: string): Promise<PageAnswer> {
  const parsed = parseId("ord", orderId);
  const db = deps.database.read;
  const say = speak(reader.language, "tickets", reader.locale);
  const { locationId } = reader;
  const settings = await readBoardSettings(db, locationId);
  const order = parsed.kind === "ok" ? await findOrder(deps, locationId, parsed.id) : undefined;
  const back = { href: `/board/${reader.locationId}`, label: say("back") };
  if (order === undefined || isRefusal(settings))
    return messagePage(404, say("missing"), "", { next: back, language: reader.language });
  return showPage({
    title: say("title", { number: order.display_number }),
    language: reader.language,
    modules: ["print-ticket"],
    main: html`<div class="ticket-page">
      <p class="row">
        <a class="button quiet" href="${back.href}">${back.label}</a>
        <button type="button" data-print>${say("print")}</button>
      </p>
      ${renderTicket(order, settings, reader)}
    </div>`,
  });
}

async function findOrder(
  deps: AccountDeps,
  locationId: Id<"str">,
  orderId: Id<"ord">,
): Promise<BoardOrder | undefined> {
  const wanted = { topic: "orders", ids: [orderId] } as const;
  const found = (await readResources(deps.database.read, locationId, wanted, contextOf(deps))).get(orderId);
  return found?.object === "order" ? found : undefined;
}
