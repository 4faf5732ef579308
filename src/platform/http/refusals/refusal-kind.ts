/** What one entry of the catalogue of refusals says (`refusal-catalogue.ts`). */
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 414 | 415 | 417 | 422 | 429 | 431 | 500 | 503;
  /** What a caller should do about it. */
  readonly advice: string;
  /** The names of the fields of `details`, when there are any. */
  readonly details?: readonly string[];
}
