/** The other side falls silent in the middle: every kind of call that goes out ends within its bound and holds nothing after it (rules/operating 1.1). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createSmtpCarrier } from "../../src/mail/smtp-carrier.client.ts";
import { newId } from "../../src/kernel/id.ts";
import { stripeClient } from "../../src/payments/stripe/stripe.client.ts";
import { createSignInProvider } from "../../src/people/provider/sign-in-provider.client.ts";
import { createOutgoingHttp } from "../../src/platform/outgoing-http/outgoing-http.ts";
import { createTwilioSender } from "../../src/twilio/twilio-sender.client.ts";
import { silences, startSilentHost, type SilentHost } from "../stand-ins/silent-host.ts";
import { waitUntilTrue } from "../harness/wait-until.ts";
import { readSourceFiles } from "./source-files.ts";

const usualMs = 300;
/** A machine that is too full to reach the host within a bound gets four times as long. */
const longestMs = 30_000;

/** One call to the host, which ends within the bound; answers in a word what came of it. */
type Call = (host: SilentHost, boundMs: number) => Promise<string>;

const outgoing: Call = async ({ url }, boundMs) => {
  const http = createOutgoingHttp({ allowPrivate: true, connectTimeoutMs: boundMs, totalTimeoutMs: boundMs });
  const answer = await http.send({ method: "POST", url, headers: {}, body: Buffer.from("{}") });
  await http.close();
  return answer.kind === "failed" ? answer.code : `answered ${answer.status}`;
};

const stripe: Call = async ({ url }, boundMs) => {
  const client = await stripeClient({ secretKey: "sk_test_1", webhookSecrets: [], apiUrl: url }, boundMs)();
  return client.balance.retrieve().then(
    () => "answered",
    (error: { readonly type: string }) => error.type,
  );
};

const twilio: Call = async ({ url }) => {
  const settings = { accountSid: "AC1", authToken: "token", from: "+15005550006", apiUrl: url };
  const sender = createTwilioSender({ settings, reportUrl: () => "http://127.0.0.1:9/" });
  return (await sender.send({ id: newId("msg"), phone: "+15005550001", body: "Hello" })).kind;
};

const signIn: Call = async ({ url }, boundMs) => {
  const settings = { issuer: url, clientId: "maple", clientSecret: "secret" };
  const provider = createSignInProvider(settings, { skewMs: () => 0, onProblem: () => {}, callMs: boundMs });
  const asked = { state: "s", secrets: { nonce: "n", verifier: "v".repeat(43) }, redirectUri: "http://127.0.0.1/back" };
  const address = await provider.addressFor(asked);
  return typeof address === "string" ? address : address.code;
};

/** Each kind of call, with what may come of it. */
const calls: Readonly<Record<string, readonly [Call, RegExp]>> = {
  "outgoing HTTP": [outgoing, /^(timeout|invalid_answer|connection_failed|answered (?:200|307))$/],
  Stripe: [stripe, /^StripeConnectionError|StripeAPIError$/],
  Twilio: [twilio, /^(unknown|busy|refused)$/],
  "a sign-in provider": [signIn, /^provider_unavailable$/],
};

for (const [kind, [call, wanted]] of Object.entries(calls))
  describe(`${kind} of a host that`, { concurrency: true }, () => {
    for (const [what, behave] of Object.entries(silences))
      test(what, async () => {
        const host = await startSilentHost(behave);
        try {
          for (let boundMs = usualMs; host.asked() === 0 && boundMs < longestMs; boundMs *= 4)
            assert.match(await call(host, boundMs), wanted);
          assert.ok(host.asked() >= 1 && host.asked() <= 4, `asked ${host.asked()} times`);
          if (what !== "leads to itself") await waitUntilTrue(async () => host.open() === 0);
        } finally {
          await host.stop();
        }
      });
  });

describe("a mail relay that", { concurrency: true }, () => {
  const greetings = {
    "never greets": () => {},
    "greets a byte at a time": silences["sends its head a byte at a time"],
    "greets without end": silences["sends fields without end"],
    "greets on and on": silences["sends heads that are no answer yet, as fast as they are read"],
  };
  for (const [what, behave] of Object.entries(greetings))
    test(what, async () => {
      const host = await startSilentHost(behave ?? assert.fail(), { greets: true });
      const relay = { host: "127.0.0.1", port: host.port, secure: false, user: null, password: null };
      const carrier = createSmtpCarrier({
        settings: { relay, from: "Maple <maple@example.com>", bounceDomain: "example.com", requiresTls: false },
        linksOf: () => ({ stop: "", unsubscribe: "" }),
        bounceAddressOf: () => "bounce@example.com",
        limits: { connectMs: usualMs, silenceMs: usualMs, wholeMs: usualMs },
      });
      const venue = { name: "Bistro", address: null, phone: null, email: null };
      const words = { subject: "Hello", text: ["Hello"], facts: [], action: null };
      const letter = { language: "en", ...words, venue, calendar: null, isUnsubscribable: false } as const;
      const taken = await carrier.carry({ id: newId("msg"), email: "ada@example.com", letter }, async () => true);
      assert.notEqual(taken.kind, "accepted");
      await waitUntilTrue(async () => host.open() === 0);
      await host.stop();
    });
});

/** Every place from which the service calls out, with what bounds it. */
const waysOut: Readonly<Record<string, string>> = {
  "src/addresses/geocoder.client.ts": "outgoing HTTP, 1.5 seconds",
  "src/cli/call-operator.ts": "the command, for its user",
  "src/cli/event-lines.ts": "the command, for its user",
  "src/cli/forward-event.ts": "the command, for its user",
  "src/doctor/reach-address.client.ts": "the doctor, a time for each look",
  "src/mail/smtp-carrier.client.ts": "24 seconds for a letter: tested here",
  "src/payments/stripe/stripe.client.ts": "8 seconds a try: tested here",
  "src/people/provider/sign-in-provider.client.ts": "4 seconds a call: tested here",
  "src/platform/outgoing-http/checked-connect.ts": "the way out itself",
  "src/platform/outgoing-http/outgoing-http.ts": "10 seconds a request: tested here",
  "src/platform/tracing/export-spans.client.ts": "outgoing HTTP, 5 seconds",
  "src/program/parts/build-outgoing.ts": "outgoing HTTP for webhooks (10 seconds) and photos (3)",
  "src/program/parts/build-providers.ts": "outgoing HTTP for reservation providers",
  "src/twilio/twilio-sdk.client.ts": "8 seconds a call: tested here",
};

test("nothing calls out but from here", () => {
  const callsOut = /\bfetch\(|createOutgoingHttp\(|new SMTPConnection\(|buildConnector\(|connectSecurely\(/;
  const calling = readSourceFiles()
    .filter(({ path }) => /^src\/.*\.ts$/.test(path) && !/\.(?:test|fixture|browser|screen)\.ts$|\.worker\./.test(path))
    .filter(({ text }) => callsOut.test(text))
    .map(({ path }) => path);
  assert.deepEqual(calling, Object.keys(waysOut));
});
