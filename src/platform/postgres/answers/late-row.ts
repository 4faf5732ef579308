import type { RowShape } from "./row-shapes.cache.ts";

/**
 * A row whose values are read when they are asked for. Its texts are all that PostgreSQL sent of it: two rows of one
 * statement with the same texts are the same row, so what was made of the one is right for the other.
 */
export class LateRow<Row> {
  readonly texts: readonly (string | null)[];
  readonly #shape: RowShape;

  constructor(texts: readonly (string | null)[], shape: RowShape) {
    this.texts = texts;
    this.#shape = shape;
  }

  /** The row, made anew at each call. Throws what a text that cannot be read throws. */
  read(): Row {
    return this.#shape(this.texts) as Row;
  }
}
