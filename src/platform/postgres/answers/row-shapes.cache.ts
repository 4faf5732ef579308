/**
 * Makes the rows of an answer of the texts that PostgreSQL sends. `pg` would make objects itself, by one function for all
 * statements: where a process has hundreds of them, V8 knows no shape there and sets each column by its name. A function of
 * its own for each list of columns makes an object at once. A pool remembers its functions: statements are written in the
 * code, so there are some hundred.
 */
import { compileFunction } from "node:vm";
import pg from "pg";
import { readerOf, type ReadText } from "./read-values.ts";

/** A column of an answer as PostgreSQL describes it. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Makes one row of the texts of its columns; null is null. Throws what a text that cannot be read throws. */
export type RowShape = (texts: readonly (string | null)[]) => object;

/** Finds the shape of the rows of a list of columns; of two columns with one name the last counts, as with `pg`. */
export type RowShapes = (columns: readonly Column[]) => RowShape;

/** Makes what remembers the shapes of one pool. */
export function createRowShapes(): RowShapes {
  const shapes = new Map<string, RowShape>();
  return (columns) => {
    const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
    let shape = shapes.get(key);
    if (shape === undefined) shapes.set(key, (shape = shapeOf(columns)));
    return shape;
  };
}

const unknownType: number = 0;
/** What `pg` reads a text by that stays as it is. */
const asItIs = pg.types.getTypeParser(unknownType, "text");

function shapeOf(columns: readonly Column[]): RowShape {
  const readers = columns.map(({ dataTypeID }) => readerOf(dataTypeID));
  const fields = columns.map(({ name }, at) => {
    const isText = readers[at] === asItIs || readers[at] === String;
    return `${JSON.stringify(name)}: ${isText ? `texts[${at}]` : `texts[${at}] === null ? null : read${at}(texts[${at}])`}`;
  });
  const names = columns.map((_, at) => `read${at}`);
  const make = compileFunction(`return (texts) => ({ ${fields.join(", ")} });`, names) as (
    ...readers: readonly ReadText[]
  ) => RowShape;
  return make(...readers);
}
