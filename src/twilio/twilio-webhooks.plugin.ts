/**
 * Takes Twilio's reports about messages and the answers of guests. Guarantees: a request is read only after its signature
 * over its address and fields verifies with the service's own token. A report is applied once, in any order. The answer
 * comes after the COMMIT, so Twilio reports again what failed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseId } from "../kernel/id.ts";
import type { Log } from "../platform/log.ts";
import { inboundPath, isNamed, statusPath } from "./callback-paths.ts";
import type { Database } from "../platform/postgres/database.ts";
import { maskPhone } from "../messaging/message/message.ts";
import { takeReply, takeReport } from "../messaging/aftercare/take-report.command.ts";
import { statusOfReport } from "./twilio-outcome.ts";
import { loadSdk } from "./twilio-sdk.client.ts";
import type { TwilioSettings } from "./twilio-settings.ts";

export interface TwilioService {
  readonly database: Database;
  readonly twilio: TwilioSettings;
  /** What Twilio reaches us by, without a slash at the end. */
  readonly baseUrl: () => string;
}

export interface TwilioWebhookOptions {
  /** The services that write to guests by Twilio. */
  readonly services: readonly TwilioService[];
  readonly log: Log;
}

interface Verified {
  readonly database: Database;
  readonly fields: URLSearchParams;
}

const largestBytes = 32 * 1024;

/** Adds the addresses, when Twilio is configured for a service. */
export function twilioWebhooksPlugin(options: TwilioWebhookOptions): (server: FastifyInstance) => void {
  const { services, log } = options;
  return (server) => {
    if (services.length === 0) return;
    void server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        "application/x-www-form-urlencoded",
        { parseAs: "string", bodyLimit: largestBytes },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      );
      const label = (path: string) => ({
        config: { label: `POST ${path.replaceAll(/:(\w+)/g, "{$1}")}`, callClass: 0 as const },
      });
      scope.post(statusPath, label(statusPath), async (request, reply) => {
        const verified = await verify(options, request);
        if (verified === undefined) return refuse(log, request, reply);
        await takeStatus(verified, (request.params as { readonly messageId: string }).messageId);
        return reply.code(204).send();
      });
      scope.post(inboundPath, label(inboundPath), async (request, reply) => {
        const verified = await verify(options, request);
        if (verified === undefined) return refuse(log, request, reply);
        const answer = await takeInbound(verified, log);
        const twiml = new (await loadSdk()).twiml.MessagingResponse();
        if (answer !== undefined) twiml.message(answer);
        return reply.code(200).header("content-type", "text/xml; charset=utf-8").send(twiml.toString());
      });
    });
  };
}

async function verify(options: TwilioWebhookOptions, request: FastifyRequest): Promise<Verified | undefined> {
  const { service: named } = request.params as { readonly service: string };
  const service = options.services.find(({ database }) => isNamed(database.livemode, named));
  const signature = request.headers["x-twilio-signature"];
  const fields = request.body;
  if (service === undefined || typeof signature !== "string") return undefined;
  if (!(fields instanceof URLSearchParams)) return undefined;
  const { validateRequest } = await loadSdk();
  const url = service.baseUrl() + request.url;
  const isGenuine = validateRequest(service.twilio.authToken, signature, url, Object.fromEntries(fields));
  return isGenuine ? { database: service.database, fields } : undefined;
}

function refuse(log: Log, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  log.warn({ requestId: request.id }, "a request at the Twilio webhook does not verify");
  return reply.code(403).send();
}

async function takeStatus({ database, fields }: Verified, messageId: string): Promise<void> {
  const status = statusOfReport(fields.get("MessageStatus") ?? "");
  const providerId = fields.get("MessageSid");
  const id = parseId("msg", messageId);
  if (status === undefined || providerId === null || id.kind !== "ok") return;
  const error = fields.get("ErrorCode");
  await database.transaction((tx) => takeReport(tx, { id: id.id, status, providerId, error }));
}

async function takeInbound({ database, fields }: Verified, log: Log): Promise<string | undefined> {
  const phone = fields.get("From") ?? "";
  const answer = await database.transaction((tx) => takeReply(tx, phone, fields.get("Body") ?? ""));
  log.info({ from: maskPhone(phone), understood: answer !== undefined }, "a guest answered a message");
  // With Twilio's own opt-out management the guest has had its answer already.
  return fields.has("OptOutType") ? undefined : answer;
}
