/** The HTML of the page of changes: who, when, and the earlier value. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { AuditEntry } from "../../audit/audit-entry.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";

export interface History {
  readonly entries: readonly AuditEntry[];
  readonly older: string | undefined;
  /** Of people and devices, by id. */
  readonly names: ReadonlyMap<string, string>;
}

type Words = ReturnType<typeof speak<"records">>;

/** The whole page. */
export function historyPage(visitor: LocationVisit, { entries, older, names }: History): PageAnswer {
  const say = speak(visitor.language, "records");
  const zone = visitor.location.timezone ?? "UTC";
  return showInShell(visitor, {
    main: html`${entries.length === 0 && html`<p>${say("history.none")}</p>`}
    ${
      entries.length > 0 &&
      html`<section class="card">
        <ul class="rows">
          ${entries.map(
            (one) =>
              html`<li>
                <p>
                  <b>${subjectIn(say, one.action)}</b> · <bdi>${whoIn(say, one, names)}</bdi> ·
                  ${formatDayTime(one.at, zone, visitor.locale)}
                </p>
                ${changes(say, one)}
              </li>`,
          )}
        </ul>
      </section>`
    }
    ${older !== undefined && html`<p><a href="${visitor.path}?before=${older}">${say("older")}</a></p>`}`,
  });
}

function whoIn(say: Words, { actor, actor_id: id, actor_kind: kind }: AuditEntry, names: History["names"]): string {
  if (id !== null) return names.get(id) ?? say(kind === "app" ? "who.app" : "who.unknown");
  return kind === "operator_token" || actor === "operator" ? say("who.operator") : say("who.service");
}

/** What a change was about, in words. */
function subjectIn(say: Words, action: string): string {
  const [about = ""] = action.split(".", 1);
  switch (about) {
    case "location":
      return say("about.location");
    case "booking_configuration":
      return say("about.bookings");
    case "booking_blackouts":
      return say("about.blackouts");
    case "booking":
      return say("about.booking");
    case "device":
      return say("about.device");
    case "person":
    case "role":
      return say("about.people");
    case "menu":
      return say("about.menu");
    case "floor_plan":
      return say("about.plan");
    case "delivery_zone":
      return say("about.zones");
    case "grant":
    case "connection":
      return say("about.app");
    default:
      return say("about.other");
  }
}

/** The fields that differ, with both values. */
function changes(say: Words, { before, after }: AuditEntry): Markup | false {
  const [old, now] = [fieldsIn(before), fieldsIn(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name), now.get(name)),
  );
  if (names.length === 0) return false;
  return html`<details>
    <summary>${say("history.what")}</summary>
    <ul class="plain">
      ${names.map(
        (name) =>
          html`<li><code>${name}</code>: <bdi>${shown(old.get(name))}</bdi> → <bdi>${shown(now.get(name))}</bdi></li>`,
      )}
    </ul>
  </details>`;
}

function fieldsIn(value: unknown): ReadonlyMap<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map<string, unknown>(Object.entries(value))
    : new Map();
}

const longest = 300;

function shown(value: unknown): string {
  if (value === undefined || value === null) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
