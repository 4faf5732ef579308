/** Draws the rows of a form as a table of inputs; the last column removes a filled row. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { Filled } from "./draw-fields.ts";
import { cellName, isBox, type Cell, type FormField, type RowField } from "./form-fields.ts";
import type { OfficeWords } from "./location-page.query.ts";

/** More cells than these fit beside each other on no screen: their fields stand below each other everywhere. */
const mostInLine = 5;

/** The rows among the fields, under the labels of their cells; nothing where there are none. */
export function drawRows(fields: readonly FormField[], filled: Filled, say: OfficeWords): Markup | false {
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

function drawRow(row: RowField, { values, mistakes, typed }: Filled, say: OfficeWords): Markup {
  const value = values[row.name];
  const mistake = mistakes.get(row.name);
  const text = (index: number): string =>
    typed?.get(cellName(row, index)) ?? (Array.isArray(value) ? (value[index] ?? "") : "");
  const isFilled = row.cells.some((cell, index) => !isBox(cell) && text(index) !== "");
  return html`<tr>
      ${row.cells.map(
        (cell, index) =>
          html`<td data-label="${cell.label}">
            ${drawCell(cell, { name: cellName(row, index), label: `${row.label}: ${cell.label}`, text: text(index) }, mistake)}
          </td>`,
      )}
      ${
        isFilled
          ? html`<td data-label="${say("row.gone")}">
              <input
                type="checkbox"
                name="${cellName(row, row.cells.length)}"
                aria-label="${`${row.label}: ${say("row.gone")}`}"
              />
            </td>`
          : html`<td></td>`
      }
    </tr>
    ${
      mistake !== undefined &&
      html`<tr>
        <td colspan="${row.cells.length + 1}"><p class="mistake">${mistake}</p></td>
      </tr>`
    }`;
}

interface Input {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

function drawCell(cell: Cell, { name, label, text }: Input, mistake: string | undefined): Markup {
  const wrong = mistake !== undefined && html`aria-invalid="true"`;
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
    case "time":
    case "date":
      return html`<input type="${cell.kind}" name="${name}" aria-label="${label}" value="${text}" ${wrong} />`;
  }
}
