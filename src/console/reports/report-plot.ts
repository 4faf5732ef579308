/** Draws one column of a report as bars, a bar a day. The table says the same in figures. Pure. */
import { html, type Markup } from "../../pages/html.ts";

export interface Bar {
  readonly day: string;
  /** Null where nobody measured: drawn as a gap, which is not a zero. */
  readonly value: number | null;
}

export interface PlotWords {
  /** What the plot shows, for those who do not see it. */
  readonly title: string;
  /** The highest bar in words. */
  readonly most: string;
  readonly first: string;
  readonly last: string;
}

const [width, height] = [720, 148];

/**
 * The plot; flat where nothing happened. The bars stretch to the width of the page; the words beside them are text of the
 * page, so that they are as large on a telephone as on a desk.
 */
export function drawPlot(bars: readonly Bar[], { title, most, first, last }: PlotWords): Markup {
  const highest = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const step = width / Math.max(1, bars.length);
  const thick = Math.max(1, Math.min(48, step * 0.7));
  return html`<figure class="plot">
    <p class="plot-words" aria-hidden="true"><span>${most}</span></p>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">
      <line class="plot-line" x1="0" y1="0.5" x2="${width}" y2="0.5" />
      <line class="plot-floor" x1="0" y1="${height - 0.5}" x2="${width}" y2="${height - 0.5}" />
      ${bars.map(({ value }, index) => {
        if (value === null)
          return html`<rect
            class="plot-gap"
            x="${(index * step).toFixed(1)}"
            y="0"
            width="${step.toFixed(1)}"
            height="${height}"
          />`;
        const tall = Math.round((height * Math.max(0, value)) / highest);
        return html`<rect
          class="plot-bar"
          x="${(index * step + (step - thick) / 2).toFixed(1)}"
          y="${height - tall}"
          width="${thick.toFixed(1)}"
          height="${tall}"
        />`;
      })}
    </svg>
    <p class="plot-words" aria-hidden="true"><span>${first}</span><span>${last}</span></p>
  </figure>`;
}
