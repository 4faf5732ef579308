/** Draws one column of a report as bars, a bar a day. The table says the same in figures. Pure. */
import { html, type Markup } from "../../pages/html.ts";

export interface Bar {
  readonly day: string;
  readonly value: number;
}

export interface PlotWords {
  /** What the plot shows, for those who do not see it. */
  readonly title: string;
  /** The highest bar in words. */
  readonly most: string;
  readonly first: string;
  readonly last: string;
}

const [width, height] = [720, 200];
const [top, floor] = [24, 172];

/** The plot; flat where nothing happened. */
export function drawPlot(bars: readonly Bar[], { title, most, first, last }: PlotWords): Markup {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(48, step * 0.7));
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
    <line class="plot-line" x1="0" y1="${top}" x2="${width}" y2="${top}" />
    <line class="plot-floor" x1="0" y1="${floor}" x2="${width}" y2="${floor}" />
    ${bars.map(({ value }, index) => {
      const tall = Math.round(((floor - top) * Math.max(0, value)) / highest);
      return html`<rect
        class="plot-bar"
        x="${(index * step + (step - thick) / 2).toFixed(1)}"
        y="${floor - tall}"
        width="${thick.toFixed(1)}"
        height="${tall}"
      />`;
    })}
    <text class="plot-word" x="0" y="${top - 8}">${most}</text>
    <text class="plot-word" x="0" y="${height - 8}">${first}</text>
    <text class="plot-word" x="${width}" y="${height - 8}" text-anchor="end">${last}</text>
  </svg>`;
}
