/** The HTML of the page of a location's shared tablets. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { Device } from "../../people/devices/devices.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { askedForm, buttonForm, card, choiceOf, fieldOf, noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";

export interface Tablets {
  readonly devices: readonly Device[];
  /** Where a tablet is paired. */
  readonly pairAddress: string;
  /** Where people set their PINs. */
  readonly pinAddress: string;
  /** How many of those who may act on a tablet have no PIN. */
  readonly withoutPin: number;
  /** Of a tablet that was just added. */
  readonly code?: string | undefined;
  readonly nameMistake?: string | undefined;
  /** What the last form did. */
  readonly done?: string | null;
  /** Of the form that adds a tablet: a form that is sent twice adds one. */
  readonly formKey: Id<"pdv">;
  /** Why what was asked for was not done. */
  readonly problem?: string;
}

type Say = ReturnType<typeof speak<"people">>;

/** The whole page. */
export function devicesPage(visitor: LocationVisit, tablets: Tablets): PageAnswer {
  const say = speak(visitor.language, "people");
  return showInShell(visitor, {
    status: tablets.nameMistake === undefined && tablets.problem === undefined ? 200 : 422,
    main: html`${tablets.problem !== undefined && noticeOf("bad", tablets.problem)}
    ${tablets.done === "removed" && noticeOf("good", say("team.done_tablet"))}
    ${tablets.done === "added" && noticeOf("good", say("team.done_added"))} ${codeCard(say, tablets)}
    ${tabletsCard(say, visitor, tablets)} ${addCard(say, visitor, tablets)}`,
  });
}

function codeCard(say: Say, { code, pairAddress }: Tablets): Markup | false {
  if (code === undefined) return false;
  return html`<section class="card" role="status">
    <p>${say("team.code", { address: pairAddress })}</p>
    <p class="code"><b>${`${code.slice(0, 4)} ${code.slice(4)}`}</b></p>
  </section>`;
}

function tabletsCard(say: Say, { path }: LocationVisit, { devices }: Tablets): Markup | false {
  if (devices.length === 0) return false;
  return card(
    say("team.tablets"),
    html`<ul class="rows">
      ${devices.map(
        (device) =>
          html`<li>
            <p>
              <b><bdi>${device.name}</bdi></b> · ${say(device.screen === "board" ? "me.board" : "team.stand")}
              ${device.paired_at === null && html` · ${say("team.unpaired")}`}
            </p>
            ${
              device.paired_at === null
                ? buttonForm(`${path}/remove`, say("team.remove"), "quiet", { device: device.id })
                : askedForm(`${path}/remove`, say("team.remove"), say("team.ask_tablet"), { device: device.id })
            }
          </li>`,
      )}
    </ul>`,
  );
}

function addCard(say: Say, { path }: LocationVisit, tablets: Tablets): Markup {
  const { formKey, nameMistake, pinAddress, withoutPin } = tablets;
  return card(
    say("team.add_tablet"),
    html`<form method="post" action="${path}">
      <input type="hidden" name="key" value="${formKey}" />
      ${fieldOf({ name: "name", label: say("team.tablet_name"), maxLength: 80, mistake: nameMistake })}
      ${choiceOf(
        "screen",
        say("team.screen"),
        [
          ["board", say("me.board")],
          ["stand", say("team.stand")],
        ],
        "board",
      )}
      <label class="tick"><input type="checkbox" name="require_pin" checked /> ${say("team.require_pin")}</label>
      ${withoutPin > 0 && html`<p class="notice warn">${say("team.without_pin", { count: withoutPin, address: pinAddress })}</p>`}
      <button type="submit">${say("team.add_tablet")}</button>
    </form>`,
  );
}
