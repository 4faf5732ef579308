/** Who changed what: the audit log with filters, and the check of its chain. Pure. */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import type { ChainVerdict } from "../../audit/verify-audit-chain.query.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { operatorPage, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface AuditShown {
  readonly entries: readonly AuditEntry[];
  readonly older: string | undefined;
  /** Of people and devices, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** What is typed in the filters. */
  readonly typed: { readonly subject: string; readonly actor: string; readonly action: string };
  /** What the check of the chain found, just after it. */
  readonly verdict?: ChainVerdict;
}

const path = "/operator/audit";

export function auditPage(at: OperatorVisit, shown: AuditShown): PageAnswer {
  const { entries, older, typed, verdict } = shown;
  const filters = new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== ""));
  return operatorPage(at, {
    title: "Audit",
    main: html`${verdict !== undefined && verdictNotice(verdict)}
      <form class="operator-search" method="get" action="${path}">
        ${field("subject", "What was changed, by id", typed.subject, "app_…")}
        ${field("actor", "Who did it, by id", typed.actor, "per_…")}
        ${field("action", "Action begins with", typed.action, "key.")}
        <button class="quiet" type="submit">Show</button>
      </form>
      <form method="post" action="${path}/check">
        <button class="quiet" type="submit">Check the whole chain</button>
      </form>
      <section class="card">
        ${
          entries.length === 0
            ? html`<p>No entry fits.</p>`
            : html`<ul class="rows operator-rows">
                ${entries.map((entry) => entryPart(entry, shown))}
              </ul>`
        }
        ${
          older !== undefined &&
          html`<p><a href="${path}?before=${older}${filters.size > 0 && `&${filters.toString()}`}">Older</a></p>`
        }
      </section>`,
  });
}

function field(name: string, label: string, value: string, placeholder: string): Markup {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      placeholder="${placeholder}"
      maxlength="100"
      autocomplete="off"
    />
  </div>`;
}

function verdictNotice(verdict: ChainVerdict): Markup {
  if (verdict.sound)
    return html`<div class="notice good" role="status">
      <p>The chain of ${verdict.entries} entries is whole: nothing was changed, taken out or put in.</p>
      <p>
        Its end is <code>${verdict.head.toString("hex")}</code>. Keep it somewhere else: a chain that was cut at its end
        still looks whole.
      </p>
    </div>`;
  return html`<p class="notice bad" role="alert">
    The chain is broken at entry ${verdict.sequence}: ${verdict.problem}. From there on nothing is proven. Keep a copy
    of the database as it is now, and look who could write to it.
  </p>`;
}

function entryPart(entry: AuditEntry, { names }: AuditShown): Markup {
  const { actor, actor_id: actorId, actor_kind: kind, role, subject, before, after } = entry;
  const name = actorId === null ? undefined : names.get(actorId);
  const who: Part =
    actorId === null
      ? (kind ?? actor)
      : html`<bdi>${name ?? kind ?? actor}</bdi> <a href="${path}?actor=${actorId}"><code>${actorId}</code></a>`;
  return html`<li>
    <p>
      <b>${entry.action}</b> ·
      <a href="${path}?subject=${encodeURIComponent(subject.split("/", 1)[0] ?? "")}"><code>${subject}</code></a>
    </p>
    <p class="soft small">${utc(entry.at)} · ${who}${role !== null && ` · ${role}`} · ${entry.sequence}</p>
    ${
      (before !== null || after !== null) &&
      html`<details>
        <summary>Before and after</summary>
        <pre tabindex="0">${shownValue(before)}</pre>
        <pre tabindex="0">${shownValue(after)}</pre>
      </details>`
    }
  </li>`;
}

const longest = 4_000;

function shownValue(value: unknown): string {
  const text = value === null ? "nothing" : JSON.stringify(value, null, 1);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
