/**
 * Makes the rows of an answer, of the values that `pg` gives in the order of the columns. `pg` would make objects itself, by one
 * function for all statements: where a process has hundreds of them, V8 knows no shape there and sets each column by its
 * name. A function of its own for each list of columns makes an object at once. A pool remembers its functions: statements are
 * written in the code, so there are some hundred.
 */
import { compileFunction } from "node:vm";

type BuildRow = (values: readonly unknown[]) => object;
type Columns = readonly { readonly name: string }[];

/** Gives the values of each row the names of the columns; of two columns with one name the last counts, as with `pg`. */
export type BuildRows = (columns: Columns, rows: readonly unknown[][]) => object[];

/** Makes what builds the rows of one pool. */
export function createRowBuilder(): BuildRows {
  const builders = new Map<string, BuildRow>();
  return (columns, rows) => {
    if (rows.length === 0) return [];
    const names = JSON.stringify(columns.map(({ name }) => name));
    let build = builders.get(names);
    if (build === undefined) builders.set(names, (build = builderOf(columns)));
    return rows.map(build);
  };
}

function builderOf(columns: Columns): BuildRow {
  const fields = columns.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`);
  return compileFunction(`return { ${fields.join(", ")} };`, ["values"]) as BuildRow;
}
