/** What a handler answers when it does not refuse. */
export class Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  /** Top-level fields whose value is shown once; a replay of the answer has null there and `secret_shown: true`. */
  readonly secretFields: readonly string[];

  constructor(status: Status, body: Body, options: ReplyOptions = {}) {
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
    this.secretFields = options.secretFields ?? [];
  }
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
