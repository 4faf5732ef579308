/** The sandbox of an app: simulated diners and the clocks of its locations. Pure. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import { card, developerPage, notice, utcText } from "./developer-page.ts";
import { faultsCard } from "./faults-card.ts";
import type { KeptFaults } from "../sandbox/faults/read-faults.query.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

export interface SandboxLocation {
  readonly id: Id<"str">;
  readonly name: string;
  readonly now: Instant;
}

/** How far the clock may be moved at once. */
export const steps = [
  [60, "minute", 1],
  [600, "minute", 10],
  [3_600, "hour", 1],
  [86_400, "day", 1],
  [604_800, "day", 7],
] as const;

export interface SandboxNews {
  readonly orderId?: string;
  /** The location whose clock was moved. */
  readonly movedId?: string;
  readonly problem?: string;
  /** The rules by which calls and webhooks go wrong. */
  readonly faults?: KeptFaults | undefined;
}

/** One part for each location. */
export function sandboxPage(at: DeveloperVisit, locations: readonly SandboxLocation[], news: SandboxNews): PageAnswer {
  const { say, path } = at;
  const moved = locations.find(({ id }) => id === news.movedId);
  return developerPage(at, "sandbox", {
    title: say("nav.sandbox"),
    status: news.problem === undefined ? 200 : 422,
    main: html`${news.problem !== undefined && notice("bad", html`<p>${news.problem}</p>`)}
      ${news.orderId !== undefined && notice("good", html`<p>${say("sandbox.ordered")} <code>${news.orderId}</code> <a href="${path}/events">${say("sandbox.events")}</a></p>`)}
      ${moved !== undefined && notice("good", html`<p>${say("sandbox.moved", { location: moved.name, time: utcText(moved.now) })}</p>`)}
      <p>${say("sandbox.text")}</p>
      ${locations.length === 0 && html`<p>${say("sandbox.none")}</p>`}
      ${locations.map((location) => card(html`<bdi>${location.name}</bdi>`, locationPart(at, location)))}
      ${faultsCard(at, news.faults)}`,
  });
}

function locationPart({ say, path, mayAct, visitor }: DeveloperVisit, { id, now }: SandboxLocation): Markup {
  const shown = html`<p>${say("sandbox.clock", { time: utcText(now) })}</p>
    <p class="soft small"><code>${id}</code></p>`;
  if (!mayAct) return shown;
  return html`${shown}
    <form class="app-form" method="post" action="${path}/sandbox/order">
      <input type="hidden" name="location" value="${id}" />
      <fieldset class="chips">
        <legend>${say("sandbox.how")}</legend>
        ${(["pickup", "delivery"] as const).map(
          (kind, index) =>
            html`<label class="chip"
              ><input type="radio" name="kind" value="${kind}" ${index === 0 && html`checked`} />
              ${say(`sandbox.${kind}`)}</label
            >`,
        )}
      </fieldset>
      <button type="submit">${say("sandbox.order")}</button>
    </form>
    <form class="app-form" method="post" action="${path}/sandbox/clock">
      <input type="hidden" name="location" value="${id}" />
      <div class="field">
        <label for="step-${id}">${say("sandbox.move")}</label>
        <select id="step-${id}" name="seconds">
          ${steps.map(([seconds, unit, count]) => html`<option value="${seconds}">${lengthOf(visitor.language, unit, count)}</option>`)}
        </select>
      </div>
      <button class="quiet" type="submit">${say("sandbox.go")}</button>
    </form>`;
}

function lengthOf(language: string, unit: "minute" | "hour" | "day", count: number): string {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
