/** What tests read from the checkout. */

/** A page of the checkout as a browser without a script has it. */
export interface CheckoutPage {
  readonly status: number;
  readonly text: string;
  readonly to: string | null;
  readonly cookie: string | null;
  /** The value of a hidden field. */
  hidden(name: string): string;
  /** The button that orders or says what to do first: what it does, and its words. */
  readonly button: readonly [act: string, words: string];
}

/** Reads the page of an answer. */
export async function readPage(answer: Response): Promise<CheckoutPage> {
  const text = await answer.text();
  const [, act = "", words = ""] = /id="place" name="do" value="([^"]*)">([^<]*)</.exec(text) ?? [];
  return {
    status: answer.status,
    text,
    to: answer.headers.get("location"),
    cookie: answer.headers.getSetCookie()[0] ?? null,
    hidden: (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "",
    button: [act, words.trim()],
  };
}
