/** The answer of a handler that does not refuse the call. */
export class Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body | JsonText;
  readonly headers: Readonly<Record<string, string>>;
  /** Top-level fields whose value is shown once; a replay of the answer has null there and `secret_shown: true`. */
  readonly secretFields: readonly string[];

  constructor(status: Status, body: Body | JsonText, options: ReplyOptions = {}) {
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
    this.secretFields = options.secretFields ?? [];
  }
}

/** A body that is JSON text already: written elsewhere, where it holds up nobody. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a body. */
export function textOf(body: unknown): string {
  return body instanceof JsonText ? body.text : JSON.stringify(body);
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

/** Answers with JSON text of the declared shape, as it is; tests check the shape as that of any answer. */
export function replyText<const Status extends number>(
  status: Status,
  text: string,
  options?: ReplyOptions,
): Reply<Status, never> {
  return new Reply<Status, never>(status, new JsonText(text), options);
}
