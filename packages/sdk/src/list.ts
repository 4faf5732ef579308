/** A list of the service: one page with `page()`, or every item with `for await`. Nothing is asked for before that. */

/** What every list of the contract has. */
export interface Page {
  readonly data: readonly unknown[];
  readonly has_more?: boolean | undefined;
  readonly next_cursor?: string | null | undefined;
}

export class MapleList<Item, OnePage> implements AsyncIterable<Item> {
  readonly #load: (startingAfter: string | undefined) => Promise<OnePage & Page>;

  /** `load` asks for the page behind a cursor, or for the first one. */
  constructor(load: (startingAfter: string | undefined) => Promise<OnePage & Page>) {
    this.#load = load;
  }

  /** The page that the call's own query asks for, with `lastResponse`. */
  page(): Promise<OnePage & Page> {
    return this.#load(undefined);
  }

  /** Every item, page by page, until the service has no more (rules/packages 1.5). */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | undefined;
    for (;;) {
      const page = await this.#load(cursor);
      yield* page.data as readonly Item[];
      const next = page.has_more === true ? (page.next_cursor ?? undefined) : undefined;
      // A cursor that does not move would be asked for without end.
      if (next === undefined || next === cursor) return;
      cursor = next;
    }
  }
}
