/** The HTML of the page of today: problems first, then today's figures and the switches, last the look back. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDate } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, card } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import type { ClosedDays } from "../calendar/closed-days.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import type { ReportName } from "../reports/reports.ts";
import { isDecided, isPaused, pauseCard } from "./ordering-page.ts";
import type { Figures, Today } from "./read-today.query.ts";

type Words = ReturnType<typeof speak<"today">>;

/** The whole page. */
export function todayPage(visitor: LocationVisit, today: Today): PageAnswer {
  const say = speak(visitor.language, "today", visitor.locale);
  return showInShell(visitor, {
    modules: ["read-again"],
    // A manager leaves the page open: over midnight it would tell of yesterday.
    main: html`<section id="today" data-again="60">
      <p class="lead">${formatDate(today.date, visitor.locale)}</p>
      ${warnings(say, visitor, today)} ${guestsSee(say, visitor, today)}
      ${card(say("now"), figuresOfToday(say, visitor, today))} ${orderSwitch(visitor, today)}
      ${bookingsSwitch(say, visitor, today)} ${queueSwitch(say, visitor, today)}
      ${card(say("week"), figuresOfWeek(say, visitor, today))}
    </section>`,
  });
}

/** The way to the page of the restaurant, once guests can do something there. */
function guestsSee(say: Words, { location }: LocationVisit, { hasMenu, hasConfiguration }: Today): Markup | false {
  return (
    (hasMenu || hasConfiguration) &&
    html`<p><a href="/r/${location.profile.slug ?? location.id}">${say("guests_see")}</a></p>`
  );
}

/** Nothing is said of orders that come in where none can: what they lack stands above. */
function orderSwitch(visitor: LocationVisit, { hasMenu }: Today): Markup | false {
  const { location } = visitor;
  return (isPaused(location) || (hasMenu && isDecided(location))) && pauseCard(visitor);
}

/** What needs somebody, each with the page on which it is put right. */
function warnings(say: Words, { location }: LocationVisit, today: Today): Markup {
  const at = (page: string): string => `/console/${location.id}/${page}`;
  const needsStaff = isDecided(location);
  const found = [
    location.status !== "active" && ([say("warn.inactive"), null] as const),
    today.isUnattended && ([say("warn.unattended"), `/board/${location.id}`] as const),
    today.concerned > 0 && ([say("warn.concerned", { count: today.concerned }), at("calendar")] as const),
    today.unkept > 0 && ([say("warn.unkept", { count: today.unkept }), `/stand/${location.id}`] as const),
    today.closedToday !== undefined && ([say(closedKey(today.closedToday)), at("calendar")] as const),
    isNowhere(location) && ([say("warn.address"), at("profile")] as const),
    !today.hasConfiguration && location.booking_mode === "native" && ([say("warn.tables"), at("bookings")] as const),
    !needsStaff && ([say("warn.receiver"), at("ordering")] as const),
    needsStaff && !today.hasMenu && ([say("warn.menu"), at("menu")] as const),
    needsStaff && location.alert_phone === null && ([say("warn.alert_phone"), at("ordering")] as const),
    !location.messaging &&
      (today.hasConfiguration || location.booking_mode === "provider") &&
      ([say("warn.messaging"), at("messages")] as const),
    today.failedMessages > 0 && ([say("warn.messages", { count: today.failedMessages }), at("messages")] as const),
    (today.orders.get("undecided") ?? 0) > 0 &&
      ([say("warn.undecided", { count: today.orders.get("undecided") ?? 0 }), at("reports?report=orders")] as const),
  ].filter((one) => one !== false);
  if (found.length === 0) return html`<p class="notice good">${say("warn.none")}</p>`;
  return html`<ul class="plain">
    ${found.map(
      ([text, href]) =>
        html`<li class="notice warn">
          <p>${text} ${href !== null && html`<a href="${href}">${say("warn.open")}</a>`}</p>
        </li>`,
    )}
  </ul>`;
}

function closedKey({ orders, bookings }: ClosedDays): "closed.both" | "closed.orders" | "closed.bookings" {
  if (orders && bookings) return "closed.both";
  return orders ? "closed.orders" : "closed.bookings";
}

function isNowhere({ address }: LocationVisit["location"]): boolean {
  return address.line1 === null && address.city === null;
}

/** One figure with its name; the figure leads to its report. */
function figure(visitor: LocationVisit, value: number | undefined, name: string, href: string): Markup {
  return html`<div class="figure-box">
    <dt>${name}</dt>
    <dd><a href="${href}">${new Intl.NumberFormat(visitor.locale).format(value ?? 0)}</a></dd>
  </div>`;
}

function reportAt({ location }: LocationVisit, report: ReportName, { from, to }: { from: string; to: string }): string {
  return `/console/${location.id}/reports?${new URLSearchParams({ report, from, to }).toString()}`;
}

function figuresOfToday(say: Words, visitor: LocationVisit, { date, orders, covers, waits, queue }: Today): Markup {
  const day = { from: date, to: date };
  const of = (report: ReportName) => reportAt(visitor, report, day);
  const box = (from: Figures, column: string, name: string, report: ReportName): Markup =>
    figure(visitor, from.get(column), name, of(report));
  return html`<dl class="figures">
    ${box(covers, "all_covers", say("figure.guests"), "covers")}
    ${box(covers, "parties", say("figure.bookings"), "covers")} ${box(orders, "placed", say("figure.orders"), "orders")}
    ${box(orders, "accepted", say("figure.accepted"), "orders")}
    ${figure(visitor, queue.parties, say("figure.waiting"), of("waits"))}
    ${box(waits, "seated", say("figure.seated"), "waits")}
  </dl>`;
}

function figuresOfWeek(say: Words, visitor: LocationVisit, today: Today): Markup {
  const { week, weekOrders, weekNoShows, weekWaits } = today;
  const box = (from: Figures, column: string, name: string, report: ReportName): Markup =>
    figure(visitor, from.get(column), name, reportAt(visitor, report, week));
  return html`<dl class="figures">
    ${box(weekOrders, "undecided", say("figure.undecided"), "orders")}
    ${box(weekOrders, "denied", say("figure.denied"), "orders")}
    ${box(weekOrders, "cancelled", say("figure.cancelled"), "orders")}
    ${box(weekNoShows, "no_shows", say("figure.no_shows"), "no_shows")}
    ${box(weekNoShows, "cancelled_by_guest", say("figure.cancelled_bookings"), "no_shows")}
    ${box(weekWaits, "gone", say("figure.gone"), "waits")}
  </dl>`;
}

function bookingsSwitch(say: Words, { path }: LocationVisit, { bookingsEnabled: isOn }: Today): Markup {
  return card(
    say("bookings"),
    html`<p>${say(isOn ? "bookings.on" : "bookings.off")}</p>
      ${buttonForm(`${path}/bookings`, say(isOn ? "bookings.stop" : "bookings.start"), isOn ? "danger" : "quiet", { enabled: isOn ? "" : "1" })}`,
  );
}

function queueSwitch(
  say: Words,
  { path, location }: LocationVisit,
  { queue: { isOpen }, hasConfiguration }: Today,
): Markup | false {
  if (!hasConfiguration || location.booking_mode === "provider") return false;
  return card(
    say("queue"),
    html`<p>${say(isOpen ? "queue.on" : "queue.off")}</p>
      ${buttonForm(`${path}/queue`, say(isOpen ? "queue.stop" : "queue.start"), isOpen ? "danger" : "quiet", { open: isOpen ? "" : "1" })}`,
  );
}
