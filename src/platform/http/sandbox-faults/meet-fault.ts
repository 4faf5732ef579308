/** A call meets a fault of the sandbox, or goes on (rules/ordering 15.6). Called once its caller is known. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse, type Refusal } from "../../../kernel/refusal.ts";
import { toAnswer, type Answer } from "../idempotency/idempotency.ts";
import type { RouteValue } from "../route-value.ts";
import { sendAnswer } from "../send-answer.ts";
import { apiFaultKinds, type ApiFault, type ApiFaultKind } from "./api-fault.ts";

declare module "fastify" {
  interface FastifyReply {
    /** The connection was cut in place of the answer, which is logged already. */
    isLost: boolean;
  }

  interface FastifyInstance {
    /** Tells metrics and logs of an answer. */
    logAnswered: (request: FastifyRequest, answer: FastifyReply) => void;
  }
}

/** The calls that change the faults. */
const ownPath = "/v1/sandbox/faults";
/** Calls that wait without a slot. */
const mostWaiting = 1_000;

/** Seconds that a fault takes when nobody says how long. */
const usualSeconds: Readonly<Record<ApiFaultKind, number>> = {
  api_error: 0,
  api_unavailable: 1,
  api_slow: 5,
  api_rate_limited: 5,
  api_lost_answer: 0,
};

/** Whether the call may meet a fault, so that the rules are to be asked. */
export function mayMeetFault({ path }: RouteValue, { authorized, headers }: FastifyRequest): boolean {
  const app = authorized?.app;
  if (app === undefined || authorized?.service?.findFault === undefined || path.startsWith(ownPath)) return false;
  return app.hasFaults === true || headers["x-sandbox-fault"] !== undefined;
}

/** The fault that the call meets: the one that its header asks for, else the one of a rule; 400 for a header with another word. */
export async function findFault(route: RouteValue, request: FastifyRequest): Promise<ApiFault | Refusal | undefined> {
  const { authorized, headers, params } = request;
  const asked = headers["x-sandbox-fault"];
  if (asked !== undefined) {
    const kind = apiFaultKinds.find((one) => one === asked);
    if (kind !== undefined) return { ruleId: null, kind, seconds: usualSeconds[kind] };
    const message = `must be one of ${apiFaultKinds.join(", ")}`;
    const issues = [{ path: "header.x-sandbox-fault", message }];
    return refuse("invalid_request", `header.x-sandbox-fault ${message}`, { issues });
  }
  const { locationId = null } = params as Readonly<Record<string, string>>;
  const appId = authorized?.app?.id;
  if (appId === undefined) return undefined;
  return authorized?.service?.findFault?.({ appId, operation: route.operationId, locationId });
}

/** Answers in place of the work, or waits before the work; true when the call is answered. */
export async function meetFault(fault: ApiFault, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  request.fault = fault;
  void reply.header("x-sandbox-fault", fault.kind);
  const answer = answerOf(fault);
  if (answer !== undefined) {
    sendAnswer(reply, answer);
    return true;
  }
  if (fault.kind === "api_slow") {
    request.ticket?.lend(mostWaiting);
    await delay(fault.seconds * 1_000);
  }
  return false;
}

/** What is answered in place of the work; undefined where the work is done. */
function answerOf({ kind, seconds }: ApiFault): Answer | undefined {
  switch (kind) {
    case "api_error":
      return toAnswer(refuse("internal", "a fault of the sandbox: this call failed before anything was done"));
    case "api_unavailable":
      return toAnswer(refuse("unavailable", "a fault of the sandbox: this call was not served", undefined, seconds));
    case "api_rate_limited":
      return toAnswer(refuse("rate_limited", `a fault of the sandbox: wait ${seconds} s`, undefined, seconds));
    default:
      return undefined;
  }
}

/** Cuts the connection in place of an answer whose work is done; the log has the answer that was lost. */
export function loseAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  reply.code(answer.status);
  reply.refusalCode = answer.code ?? null;
  reply.answerText = answer.body;
  request.server.logAnswered(request, reply);
  reply.isLost = true;
  reply.hijack();
  request.raw.socket.destroy();
}
