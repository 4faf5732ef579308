/** The letters to the diner of an order say the amounts of its books. */
import assert from "node:assert/strict";
import type { Letter } from "../../src/mail/letter.ts";
import { formatMoney } from "../../src/pages/page-formats.ts";
import type { TestService } from "../harness/service.ts";

/** Minor units. */
interface OrderAmounts {
  readonly placed: number;
  readonly total: number;
  readonly refunded: number;
  /** Charged, without what was paid twice. */
  readonly paid: number;
  readonly currency: string;
}

interface KeptLetter {
  readonly kind: string;
  readonly letter: Letter;
}

/** The first letter says what was paid, the last one the total, and those about refunds what went back, all together. */
export async function checkLetters(
  database: TestService["database"],
  orderId: string,
  amounts: OrderAmounts,
): Promise<void> {
  const { placed, total, refunded, paid, currency } = amounts;
  const letters = await database.read.rows<KeptLetter>(
    "SELECT kind, letter FROM messages WHERE subject_id = $1 AND channel = 'email' ORDER BY created_at, id",
    [orderId],
  );
  const money = (amount: number): string => formatMoney(amount, currency, "en");
  for (const { letter } of letters.filter(({ kind }) => kind === "order_received")) {
    const said = letter.text.some((sentence) => sentence.includes(money(placed)));
    assert.equal(said, paid > 0, `${orderId}: the letter says what was paid`);
    if (paid > 0) assert.equal(paid, placed, `${orderId}: what was paid is what was agreed`);
  }
  const last = letters.at(-1)?.letter;
  if (last !== undefined)
    assert.ok(
      last.facts.some(({ value }) => value === money(total)),
      `${orderId}: the last letter says ${money(total)}`,
    );
  const back = letters.filter(({ kind }) => kind === "order_refunded");
  assert.equal(back.length > 0, refunded > 0, `${orderId}: a letter about ${refunded} that went back`);
  const first = back.length === 1 ? back[0]?.letter : undefined;
  if (first !== undefined) assert.ok(first.subject.includes(money(refunded)), `${orderId}: ${first.subject}`);
}
