/** Draws the rows of a form as a table of inputs; the last column removes a filled row. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import {
  cellMistake,
  cellName,
  isEmptyRow,
  type Cell,
  type FormField,
  type Mistakes,
  type RowField,
} from "./form-fields.ts";
import type { OfficeWords } from "./location-page.query.ts";
import type { Draft } from "./merged-save.ts";
import type { FieldValue } from "./merge-three.ts";

export interface FilledRows {
  readonly draft: Pick<Draft, "base" | "mine">;
  readonly mistakes: Mistakes;
}

/** More cells than these fit beside each other on no screen: their fields stand below each other everywhere. */
const mostInLine = 5;

/** The rows among the fields, under the labels of their cells; nothing where there are none. */
export function drawRows(fields: readonly FormField[], filled: FilledRows, say: OfficeWords): Markup | false {
  const rows = fields.filter((field): field is RowField => field.kind === "row");
  const [first] = rows;
  if (first === undefined) return false;
  const isWide = first.cells.length > mostInLine;
  return html`<div class="table rows-table ${isWide && "rows-wide"}" data-scrolls>
    <table>
      <thead>
        <tr>
          ${first.cells.map(({ label }) => html`<th scope="col">${label}</th>`)}
          <th scope="col">${say("row.gone")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => drawRow(row, filled, say))}
      </tbody>
    </table>
  </div>`;
}

function drawRow(row: RowField, { draft, mistakes }: FilledRows, say: OfficeWords): Markup {
  const { name, label, cells } = row;
  const [mine, read] = [textsOf(draft.mine[name]), textsOf(draft.base[name])];
  // A row that is to go says what it said, with its tick, until that is saved.
  const isGone = mine === undefined && read !== undefined;
  const texts = cells.map((cell, index) => (mine ?? read ?? [])[index] ?? blankOf(row, cell));
  const mistake = mistakes.get(name);
  const mistakeId = `${name.replaceAll(/\s/g, "_")}-mistake`;
  const isWrong = cells.map(
    (cell, index) => mistake !== undefined && cellMistake(cell, texts[index] ?? "", say) !== undefined,
  );
  const isWhole = !isWrong.includes(true);
  return html`<tr>
      ${cells.map(
        (cell, index) =>
          html`<td data-label="${cell.label}">
            ${drawCell(cell, {
              name: cellName(row, index),
              label: `${label}: ${cell.label}`,
              text: texts[index] ?? "",
              mistake: mistake !== undefined && (isWhole || isWrong[index] === true) ? mistakeId : undefined,
            })}
          </td>`,
      )}
      ${
        isEmptyRow(row, texts)
          ? html`<td></td>`
          : html`<td data-label="${say("row.gone")}">
              <input
                type="checkbox"
                name="${cellName(row, cells.length)}"
                aria-label="${`${label}: ${say("row.gone")}`}"
                ${isGone && html`checked`}
              />
            </td>`
      }
    </tr>
    ${
      mistake !== undefined &&
      html`<tr>
        <td colspan="${cells.length + 1}"><p class="mistake" id="${mistakeId}">${mistake}</p></td>
      </tr>`
    }`;
}

/** The texts of a row that is there. */
function textsOf(value: FieldValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : undefined;
}

/** What an empty row comes with. */
function blankOf({ isFresh }: RowField, cell: Cell): string {
  return isFresh === true && cell.kind === "tick" && cell.ticked === true ? "1" : "";
}

interface Input {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** The id of what is wrong with it. */
  readonly mistake: string | undefined;
}

function drawCell(cell: Cell, { name, label, text, mistake }: Input): Markup {
  const wrong = mistake !== undefined && html`aria-invalid="true" aria-describedby="${mistake}"`;
  switch (cell.kind) {
    case "tick":
      return html`<input type="checkbox" name="${name}" aria-label="${label}" ${text !== "" && html`checked`} />`;
    case "choice":
      return html`<select name="${name}" aria-label="${label}" ${wrong}>
        ${cell.options.map(
          ([value, words]) => html`<option value="${value}" ${value === text && html`selected`}>${words}</option>`,
        )}
      </select>`;
    case "number":
      return html`<input
        type="number"
        inputmode="numeric"
        min="${cell.min}"
        max="${cell.max}"
        name="${name}"
        aria-label="${label}"
        value="${text}"
        ${wrong}
      />`;
    case "text":
      return html`<input
        name="${name}"
        aria-label="${label}"
        maxlength="${cell.max}"
        value="${text}"
        autocomplete="off"
        ${wrong}
      />`;
    case "money":
      return html`<input
        inputmode="decimal"
        name="${name}"
        aria-label="${label}"
        value="${text}"
        autocomplete="off"
        ${wrong}
      />`;
    case "time":
    case "date":
      return html`<input type="${cell.kind}" name="${name}" aria-label="${label}" value="${text}" ${wrong} />`;
  }
}
