/** The last day of the figures that can alert somebody, as plots. Pure. */
import { drawPlot } from "../../console/reports/report-plot.ts";
import { html, type Markup } from "../../pages/html.ts";
import { lasts } from "../shell/operator-page.ts";
import type { HealthSample, HealthSpan } from "./health-samples.sql.ts";

/** A bar for ten minutes, a day in all. */
export const [spanSeconds, spans] = [600, 144] as const;

interface Plot {
  readonly title: string;
  readonly of: (sample: HealthSample) => number;
  readonly write: (value: number) => string;
  /** From where on somebody is told. */
  readonly limit: string;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const plots: readonly Plot[] = [
  { title: "Oldest webhook that is due", of: (one) => one.oldest_due_seconds, write: lasts, limit: "60 s" },
  { title: "Latest timer of an order", of: (one) => one.late_timer_seconds, write: lasts, limit: "5 s" },
  { title: "Calls that were answered 503", of: (one) => one.refused_share, write: percent, limit: "1 %" },
  { title: "Order lists held back", of: (one) => one.drain_age_seconds, write: lasts, limit: "30 s" },
  { title: "Orders that no board shows", of: (one) => one.unattended_orders, write: String, limit: "1" },
  { title: "Refunds that are owed", of: (one) => one.owed_refunds, write: String, limit: "an hour" },
];

/** One plot a figure; nothing where no worker has written a sample of the day. */
export function plotsPart(samples: readonly HealthSpan[]): Markup | false {
  if (samples.length === 0) return false;
  const byAge = new Map(samples.map((sample) => [sample.ago, sample]));
  const ages = Array.from({ length: spans }, (_, index) => spans - 1 - index);
  return html`<section class="card">
    <h2>The last 24 hours</h2>
    <p class="soft">A bar is the worst of ten minutes. ${samples.length < spans && html`Grey: no worker looked.`}</p>
    <div class="operator-plots">
      ${plots.map(({ title, of, write, limit }) => {
        const bars = ages.map((age) => {
          const sample = byAge.get(age);
          return { day: String(age), value: sample === undefined ? null : of(sample) };
        });
        const most = write(Math.max(...bars.map(({ value }) => value ?? 0)));
        return html`<div>
          <h3>${title}</h3>
          ${drawPlot(bars, {
            title: `${title} in the last 24 hours: at most ${most}`,
            most: `at most ${most}; told from ${limit} on`,
            first: "24 h ago",
            last: "now",
          })}
        </div>`;
      })}
    </div>
  </section>`;
}
