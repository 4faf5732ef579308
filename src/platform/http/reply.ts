/** The answer of a handler that does not refuse the call. */
export class Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body | WrittenText;
  readonly headers: Readonly<Record<string, string>>;
  /** Top-level fields whose value is shown once; a replay of the answer has null there and `secret_shown: true`. */
  readonly secretFields: readonly string[];

  constructor(status: Status, body: Body | WrittenText, options: ReplyOptions = {}) {
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
    this.secretFields = options.secretFields ?? [];
  }
}

/** A body that is text already: JSON that was written elsewhere, where it holds up nobody, or text of another kind. */
export class WrittenText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a body. */
export function textOf(body: unknown): string {
  return body instanceof WrittenText ? body.text : JSON.stringify(body);
}

/** The text of a body that is of another kind than JSON. */
export function plainTextOf(body: unknown): string {
  return body instanceof WrittenText ? body.text : String(body);
}

export interface ReplyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly secretFields?: readonly string[];
}

/** Answers with a status that the route declares and a body of its shape. */
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  options?: ReplyOptions,
): Reply<Status, Body> {
  return new Reply(status, body, options);
}

/**
 * Answers with text as it is: JSON of the declared shape, which tests check as that of any answer, or CSV where the caller
 * asked for that (`csvToo`).
 */
export function replyText<const Status extends number>(
  status: Status,
  text: string,
  options?: ReplyOptions,
): Reply<Status, never> {
  return new Reply<Status, never>(status, new WrittenText(text), options);
}
