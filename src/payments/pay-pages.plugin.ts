/**
 * The hosted page of the built-in test processor: `/pay/{token}`, where a diner pays with a test card. Server-rendered,
 * no script, no request to anybody else. The token is the right to pay; it is never logged.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { isRefusal } from "../kernel/refusal.ts";
import type { Database } from "../platform/postgres/database.ts";
import { chargeTestCard, type OnPaymentNews } from "./charge-test-card.command.ts";
import { findLinkPayment } from "./find-payment.query.ts";
import { payPage, type PayPageState } from "./pay-page.ts";
import { findTestCard } from "./test-cards.ts";
import type { Payment } from "./payments.sql.ts";

export interface PayPagesOptions {
  readonly database: Database;
  readonly onNews: OnPaymentNews;
}

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Adds the pages. */
export function payPagesPlugin({ database, onNews }: PayPagesOptions): (server: FastifyInstance) => void {
  return (server) => {
    void server.register(async (pages) => {
      pages.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: 4096 },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      );
      const options = { config: { label: "GET /pay/{token}" } };
      pages.get<{ Params: { token: string } }>("/pay/:token", options, async (request, answer) => {
        const payment = await findPayment(database, request.params.token);
        return send(answer, payment, undefined);
      });
      pages.post<{ Params: { token: string } }>(
        "/pay/:token",
        { config: { label: "POST /pay/{token}" } },
        async (request, answer) => {
          const payment = await findPayment(database, request.params.token);
          if (payment === undefined) return send(answer, undefined, undefined);
          const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const card = findTestCard(form.get("card_number") ?? "");
          if (card === undefined) return send(answer, payment, "That is not one of the test cards below.");
          const refused = await database.transaction((tx) => chargeTestCard(tx, payment, card, onNews));
          const after = await findPayment(database, request.params.token);
          if (isRefusal(refused)) return send(answer, after, undefined);
          return send(
            answer,
            after,
            card.outcome === "declined" ? "The card was declined. Try another one." : undefined,
          );
        },
      );
    });
  };
}

async function findPayment(database: Database, token: string): Promise<Payment | undefined> {
  if (!/^[\w-]{20,64}$/.test(token)) return undefined;
  const payment = await findLinkPayment(database.read, token);
  return payment?.processor === "test" ? payment : undefined;
}

function send(answer: FastifyReply, payment: Payment | undefined, problem: string | undefined): FastifyReply {
  const state: PayPageState = payment === undefined ? { kind: "unknown" } : { kind: "known", payment, problem };
  return answer
    .code(payment === undefined ? 404 : problem === undefined ? 200 : 422)
    .header("content-type", "text/html; charset=utf-8")
    .header("content-security-policy", contentSecurityPolicy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .send(payPage(state));
}
