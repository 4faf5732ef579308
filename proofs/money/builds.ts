/** Builds of the service that are broken on purpose, each by one edit: the proof must notice every one of them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface BrokenBuild {
  readonly name: string;
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

export const brokenBuilds: readonly BrokenBuild[] = [
  {
    name: "a refund is asked for under a new key each time",
    file: "src/payments/money/run-refunds.job.ts",
    replace: "tries === 1 ? refundId :",
    by: "refund.attempts === 1 ? refundId : refund.attempts > 1 ? `${refundId}-${refund.attempts}` :",
  },
  {
    name: "a charge of another amount pays the order",
    file: "src/payments/payment/payment-state.ts",
    replace: "const asked = charge.amount === payment.amount && charge.currency === payment.currency;",
    by: "const asked = true;",
  },
  {
    name: "removed items give nothing back",
    file: "src/orders/decide/remove-items.command.ts",
    replace: "if (refund > 0) await reducePaymentOfOrder(tx, work.order.id, refund);",
    by: "",
  },
  {
    name: "money for a booking that is over is kept",
    file: "src/bookings/payments/take-payment-news.command.ts",
    replace: "isOver: isOver(current.booking, paymentId),",
    by: "isOver: false && isOver(current.booking, paymentId),",
  },
  {
    name: "the movement of a settled refund is not booked",
    file: "src/payments/money/apply-refund-news.command.ts",
    replace: 'book(tx, refund, "refund_settled", news.reference);',
    by: "",
  },
  {
    name: "money for an order that is over is kept",
    file: "src/orders/decide/take-news.command.ts",
    replace: "isOver: isOver(work),",
    by: "isOver: false && isOver(work),",
  },
];

/** Makes the build in a directory of its own; answers its root. */
export function makeBrokenBuild({ name, file, replace, by }: BrokenBuild): {
  readonly root: string;
  readonly remove: () => void;
} {
  const here = new URL("../../", import.meta.url).pathname;
  const root = mkdtempSync(join(tmpdir(), "maple-broken-"));
  for (const part of ["src", "db", "examples", "package.json"])
    cpSync(join(here, part), join(root, part), { recursive: true });
  symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
  const text = readFileSync(join(root, file), "utf8");
  if (!text.includes(replace)) throw new Error(`${name}: ${file} does not contain what is to be broken`);
  writeFileSync(join(root, file), text.replace(replace, by));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
