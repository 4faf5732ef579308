/** The diagram of a transition table as SVG, with every move in words below: a reader who sees no picture misses nothing. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { columnsOf, readChart, type Move, type StateChart } from "./state-layout.ts";

const box = { width: 176, height: 34 } as const;
const gap = { across: 64, down: 18 } as const;
const edge = 12;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly column: number;
}

/** Draws the text of a diagram as the guides hold it; `number` counts the diagrams of a page. */
export function drawStates(text: string, number: number): Markup {
  const tip = `tip-${number}`;
  const chart = readChart(text);
  const columns = columnsOf(chart);
  const rows = Math.max(...columns.map(({ length }) => length));
  const height = edge * 2 + rows * box.height + (rows - 1) * gap.down;
  const width = edge * 2 + columns.length * box.width + (columns.length - 1) * gap.across;
  const places = placesOf(columns, height);
  return html`<figure class="states">
    <div class="drawn" tabindex="0">
      <svg
        viewBox="0 0 ${width} ${height}"
        width="${width}"
        height="${height}"
        role="img"
        aria-label="${inWords(chart)}"
      >
        <defs>
          <marker id="${tip}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        ${pairsOf(chart.moves).map((move) => drawMove(move, places, tip))}
        ${chart.states.map((state) => drawState(state, chart, places))}
      </svg>
    </div>
    <details>
      <summary>${chart.moves.length} moves, and who makes them</summary>
      <ul class="moves">
        ${chart.moves.map(
          ({ from, to, by }) => html`<li><code>${from}</code> → <code>${to}</code>${by !== "" && `: ${by}`}</li>`,
        )}
      </ul>
    </details>
  </figure>`;
}

function inWords({ states, ends }: StateChart): string {
  return `${states.length} states: ${states.join(", ")}. ${ends.size === 0 ? "None is the last" : `Last: ${[...ends].join(", ")}`}.`;
}

/** Several moves between the same two states are one arrow. */
function pairsOf(moves: readonly Move[]): readonly Move[] {
  return [...new Map(moves.map((move) => [`${move.from} ${move.to}`, move])).values()];
}

function placesOf(columns: readonly (readonly string[])[], height: number): ReadonlyMap<string, Place> {
  return new Map(
    columns.flatMap((states, column) => {
      const tall = states.length * box.height + (states.length - 1) * gap.down;
      return states.map((state, row): [string, Place] => [
        state,
        {
          x: edge + column * (box.width + gap.across),
          y: (height - tall) / 2 + row * (box.height + gap.down),
          column,
        },
      ]);
    }),
  );
}

function drawState(state: string, chart: StateChart, places: ReadonlyMap<string, Place>): Markup | null {
  const place = places.get(state);
  if (place === undefined) return null;
  const kind = chart.ends.has(state) ? "end" : chart.beginnings.has(state) ? "begin" : "state";
  return html`<g class="${kind}"
    ><rect x="${place.x}" y="${place.y}" width="${box.width}" height="${box.height}" rx="8" /><text
      x="${place.x + box.width / 2}"
      y="${place.y + box.height / 2}"
      >${state}</text
    ></g
  >`;
}

/** To the right from side to side; back, or within a column, around the boxes. */
function drawMove({ from, to }: Move, places: ReadonlyMap<string, Place>, tip: string): Markup | null {
  const [a, b] = [places.get(from), places.get(to)];
  if (a === undefined || b === undefined) return null;
  const middle = box.height / 2;
  if (b.column > a.column) {
    const [x1, y1, x2, y2] = [a.x + box.width, a.y + middle, b.x, b.y + middle];
    const bend = gap.across * 0.6;
    return html`<path
      class="move"
      marker-end="url(#${tip})"
      d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"
    />`;
  }
  const below = a.y <= b.y;
  const [x1, y1] = [a.x + box.width * (below ? 0.6 : 0.4), below ? a.y + box.height : a.y];
  const [x2, y2] = [
    b.x + box.width * (below ? 0.6 : 0.4),
    below && a.column === b.column ? b.y : b.y + (below ? 0 : box.height),
  ];
  const lean = a.column === b.column ? 14 : 0;
  return html`<path
    class="move back"
    marker-end="url(#${tip})"
    d="M${x1} ${y1}C${x1 + lean} ${y1 + (below ? 14 : -14)} ${x2 + lean} ${y2 - (below ? 14 : -14)} ${x2} ${y2}"
  />`;
}
