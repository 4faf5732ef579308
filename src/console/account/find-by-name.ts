/** The search of a long list of names on a page, which works without scripts. Pure. */
import { foldLetters } from "../../kernel/fold-letters.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { speak } from "../../words/speak.ts";

/** Lists up to this length are read at a glance. */
const glance = 12;

export interface NameSearch<Named> {
  /** The form; false where the list is short. */
  readonly form: Markup | false;
  /** Those whose names have what is sought. */
  readonly found: readonly Named[];
  readonly isSought: boolean;
}

/** Searches a list by what the address seeks (`?find=`); `path` is the page without a search. */
export function findByName<Named>(
  say: ReturnType<typeof speak<"people">>,
  { path, query, label }: { readonly path: string; readonly query: URLSearchParams; readonly label: string },
  list: readonly Named[],
  nameOf: (one: Named) => string,
): NameSearch<Named> {
  if (list.length <= glance) return { form: false, found: list, isSought: false };
  const sought = (query.get("find") ?? "").trim().slice(0, 80);
  const found = list.filter((one) => foldLetters(nameOf(one)).includes(foldLetters(sought)));
  const form = html`<form class="find-row" method="get" action="${path}" role="search">
      <div class="field">
        <label for="find">${label}</label>
        <input id="find" name="find" type="search" value="${sought}" maxlength="80" autocomplete="off" />
      </div>
      <button class="quiet" type="submit">${say("find.submit")}</button>
      ${sought !== "" && html`<a class="button quiet" href="${path}">${say("find.all")}</a>`}
    </form>
    ${found.length === 0 && html`<p role="status">${say("find.none")}</p>`}`;
  return { form, found, isSought: sought !== "" };
}
