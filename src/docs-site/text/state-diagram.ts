/**
 * The diagram of a transition table as SVG, with every move in words below, so that a reader without the picture misses
 * nothing. Pure.
 */
import { html, type Markup } from "../../pages/html.ts";
import { readChart, rowsOf, type Move, type StateChart } from "./state-layout.ts";

const tall = 32;
const gap = { across: 22, down: 44 } as const;
const edge = 14;
/** What an arrow beside the boxes takes, in pixels. */
const bend = 60;
/** Of a letter, in pixels; and what a box has beside its name. */
const letter = 7.9;
const padding = 24;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly row: number;
}

/** Draws the text of a diagram as the guides hold it; `number` counts the diagrams of a page. */
export function drawStates(text: string, number: number): Markup {
  const tip = `tip-${number}`;
  const chart = readChart(text);
  const rows = rowsOf(chart);
  const width = (edge + bend) * 2 + Math.max(...rows.map(widthOfRow));
  const height = edge * 2 + rows.length * tall + (rows.length - 1) * gap.down;
  const boxes = boxesOf(rows, width);
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
        ${pairsOf(chart.moves).map((move) => drawMove(move, boxes, tip))}
        ${chart.states.map((state) => drawState(state, chart, boxes))}
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
  const last = ends.size === 0 ? "None is the last" : `Last: ${[...ends].join(", ")}`;
  return `${states.length} states: ${states.join(", ")}. ${last}.`;
}

/** Several moves between the same two states are one arrow. */
function pairsOf(moves: readonly Move[]): readonly Move[] {
  return [...new Map(moves.map((move) => [`${move.from} ${move.to}`, move])).values()];
}

const widthOf = (state: string): number => Math.round(state.length * letter + padding);

function widthOfRow(states: readonly string[]): number {
  return states.reduce((sum, state) => sum + widthOf(state) + gap.across, -gap.across);
}

function boxesOf(rows: readonly (readonly string[])[], whole: number): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const [row, states] of rows.entries()) {
    let x = Math.round((whole - widthOfRow(states)) / 2);
    for (const state of states) {
      boxes.set(state, { x, y: edge + row * (tall + gap.down), width: widthOf(state), row });
      x += widthOf(state) + gap.across;
    }
  }
  return boxes;
}

function drawState(state: string, chart: StateChart, boxes: ReadonlyMap<string, Box>): Markup | null {
  const box = boxes.get(state);
  if (box === undefined) return null;
  const kind = chart.ends.has(state) ? "end" : chart.beginnings.has(state) ? "begin" : "state";
  return html`<g class="${kind}"
    ><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${tall}" rx="8" /><text
      x="${box.x + box.width / 2}"
      y="${box.y + tall / 2}"
      >${state}</text
    ></g
  >`;
}

/** Down from row to row; back up, or to a neighbour, dashed. */
function drawMove({ from, to }: Move, boxes: ReadonlyMap<string, Box>, tip: string): Markup | null {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return null;
  const shape = b.row > a.row ? shapeDown(a, b) : b.row === a.row ? shapeAside(a, b) : shapeUp(a, b);
  return html`<path class="${b.row > a.row ? "move" : "move back"}" marker-end="url(#${tip})" d="${shape}" />`;
}

const middleOf = ({ x, width }: Box): number => x + width / 2;

function shapeDown(a: Box, b: Box): string {
  if (b.row > a.row + 1 && Math.abs(middleOf(a) - middleOf(b)) < 40) return shapeAround(a, b);
  const [x1, y1, x2, y2] = [middleOf(a), a.y + tall, middleOf(b), b.y];
  return `M${x1} ${y1}C${x1} ${y1 + gap.down * 0.6} ${x2} ${y2 - gap.down * 0.6} ${x2} ${y2}`;
}

/** Beside the boxes that stand between. */
function shapeAround(a: Box, b: Box): string {
  const side = (b.row - a.row) % 2 === 0 ? 1 : -1;
  const [x1, x2] = [middleOf(a) + (side * a.width) / 2, middleOf(b) + (side * b.width) / 2];
  const bow = side * (50 + 14 * (b.row - a.row));
  return `M${x1} ${a.y + tall / 2}C${x1 + bow} ${a.y + tall} ${x2 + bow} ${b.y} ${x2} ${b.y + tall / 2}`;
}

/** Below the boxes of the row. */
function shapeAside(a: Box, b: Box): string {
  const [x1, x2, y] = [middleOf(a) + 8, middleOf(b) - 8, a.y + tall];
  return `M${x1} ${y}C${x1} ${y + 20} ${x2} ${y + 20} ${x2} ${y}`;
}

/** Beside the way down, so that both are seen. */
function shapeUp(a: Box, b: Box): string {
  const [x1, y1, x2, y2] = [middleOf(a) - a.width / 4, a.y, middleOf(b) - b.width / 4, b.y + tall];
  return `M${x1} ${y1}C${x1} ${y1 - gap.down * 0.6} ${x2} ${y2 + gap.down * 0.6} ${x2} ${y2}`;
}
