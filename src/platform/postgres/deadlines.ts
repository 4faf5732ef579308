/**
 * How long each step of talking to PostgreSQL may take, in milliseconds. The server ends a slow statement first. Where no
 * answer comes at all, the deadline on our side destroys the connection (rules/operating 1.2).
 */
export interface Deadlines {
  /** Opening one connection. */
  readonly connectMs: number;
  /** Setting and checking the session after the connection was opened. */
  readonly checkMs: number;
  /** Waiting for a connection that is free or newly opened and checked. */
  readonly waitMs: number;
  /** On the server: waiting for a lock, and one statement. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** On the server: a transaction in which nothing happens. */
  readonly idleInTransactionMs: number;
  /** On our side: the answer to one statement, and the answer to COMMIT. */
  readonly answerMs: number;
  readonly commitMs: number;
  /** On our side: a transaction with its repetitions and the wait for a connection. */
  readonly transactionMs: number;
  /** Closing connections politely; what is open afterwards is destroyed. */
  readonly closeMs: number;
}

/** Deadlines of what a caller waits for. */
export const requestDeadlines: Deadlines = {
  connectMs: 2_000,
  checkMs: 2_000,
  waitMs: 6_000,
  lockMs: 2_000,
  statementMs: 5_000,
  idleInTransactionMs: 5_000,
  answerMs: 6_000,
  commitMs: 6_000,
  transactionMs: 8_000,
  closeMs: 1_000,
};

/** Deadlines of background work, and of tools. */
export const workDeadlines: Deadlines = {
  ...requestDeadlines,
  lockMs: 5_000,
  statementMs: 15_000,
  idleInTransactionMs: 10_000,
  answerMs: 17_000,
  commitMs: 17_000,
  transactionMs: 30_000,
};

/** A read that many requests share ends after this long on our side. */
export const gatheredReadMs = 2_000;
