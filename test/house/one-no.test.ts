/**
 * There is one way to say no: a `Refusal`, which `isRefusal` finds. No cast hides another way, or hides which refusals
 * can come. A success without a value is `done`, and `undefined` means that something is absent.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

interface Form {
  readonly form: RegExp;
  readonly remedy: string;
  /** Files that still have the form, with the reason. The list may only become shorter. */
  readonly allowed?: Readonly<Record<string, string>>;
}

const other = "says what another system answered; the caller makes a refusal of it where there is one";
const verdict = "judges an address for whoever dials; each of them says the no in its own way";
const gathered =
  "has the issues of a part: they are gathered over all zones of an import and cross threads as plain values";
const forbidden: readonly Form[] = [
  { form: /\bas unknown as\b/, remedy: "a cast of a cast says anything; give the value its type where it is made" },
  { form: /\bas never\b/, remedy: "never fits every type; name the type that is meant" },
  {
    form: /\bas (?:(?:readonly|undefined \||Done \||Promise<) ?)*\w*Refusal\b/,
    remedy: "isRefusal narrows to the refusals that can come, declaredBy to those of a route",
  },
  { form: /<Refusal(?:<[^<>]*>)?>\s*\w/, remedy: "isRefusal narrows to the refusals that can come" },
  {
    form: /\bif \(!?\(?["'](?:code|reasons|issues)["'] in \w+\)+ return\b/,
    remedy: "return a Refusal and ask isRefusal",
  },
  {
    form: /\)\s*:\s*(?:Promise<)?\s*(?:\|\s*)?(?:undefined(?:\s*\|\s*\w*Refus(?:al|ed)(?:<[^<>]*>)?)+|\w*Refus(?:al|ed)(?:<[^<>]*>)?(?:\s*\|\s*\w*Refus(?:al|ed)(?:<[^<>]*>)?)*\s*\|\s*undefined)>?\s*(?:\{|=>|;)/,
    remedy: "a check that finds nothing wrong, and a command with nothing to say, answers done",
  },
  {
    form: /\bkind: "(?:issues|refused|invalid)"/,
    remedy: "a parser refuses with a FieldsRefusal, a rule with reasons with a ReasonedRefusal",
    allowed: {
      "src/bookings/provider/reservation-provider.ts": other,
      "src/bookings/at-provider/ask-provider.command.ts": other,
      "src/bookings/at-provider/settle-by-hand.command.ts": other,
      "src/channels/native-provider.command.ts": other,
      "src/providers/booking-server-v3.client.ts": other,
      "src/providers/simulated-provider.command.ts": other,
      "src/messaging/message/message-sender.ts": other,
      "src/messaging/send/send-messages.job.ts": other,
      "src/twilio/twilio-outcome.ts": other,
      "src/mail/carrier.ts": other,
      "src/mail/smtp-carrier.client.ts": other,
      "src/payments/payment/payment-processor.ts": other,
      "src/payments/money/ensure-link.command.ts": other,
      "src/payments/pages/pay.pages.ts": other,
      "src/payments/stripe/stripe-processor.client.ts": other,
      "src/platform/outgoing-http/address-safety.ts": verdict,
      "src/delivery-zones/api/read-import.ts": gathered,
      "src/delivery-zones/geometry/parse-geometry.ts": gathered,
      "src/delivery-zones/zones/import-entries.ts": gathered,
      "src/delivery-zones/zones/parse-zone.ts": gathered,
      "src/delivery-zones/zones/ready-import.ts": gathered,
    },
  },
];

function wordsOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
}

function faultsOf({ path, text }: Pick<SourceFile, "path" | "text">): string[] {
  const code = wordsOf(text);
  return forbidden.flatMap(({ form, remedy, allowed = {} }) => {
    const found = form.exec(code)?.[0];
    return found === undefined || Object.hasOwn(allowed, path)
      ? []
      : [`${path} says ${JSON.stringify(found)}: ${remedy}`];
  });
}

describe("one no", () => {
  const files = readSourceFiles();

  test("no file of the product has a double cast or another kind of no", () => {
    const product = files.filter(({ path }) => path.startsWith("src/") && !/\.(test|fixture)\.ts$/.test(path));
    assert.ok(product.length > 100);
    assert.deepEqual(product.flatMap(faultsOf), []);
  });

  test("no test has a double cast", () => {
    const double = /\bas unknown as\b|\bas never\b/;
    const tests = files.filter(
      ({ path }) => path !== "test/house/one-no.test.ts" && !path.startsWith("test/house/must-not-compile/"),
    );
    assert.deepEqual(
      tests.filter(({ text }) => double.test(wordsOf(text))).map(({ path }) => path),
      [],
    );
  });

  test("a file that is allowed a form has it still", () => {
    for (const { form, allowed = {} } of forbidden) {
      for (const path of Object.keys(allowed)) {
        const file = files.find((each) => each.path === path);
        assert.ok(
          file !== undefined && form.test(wordsOf(file.text)),
          `${path} has ${form} no longer: take it off the list`,
        );
      }
    }
  });

  for (const text of [
    "const run = given as unknown as Run;",
    "return reply(200, text as never);",
    'return found as Refusal<"not_found">;',
    "return (await decided) as undefined | DecisionRefusal<D>;",
    'if ("code" in allowed) return allowed;',
    'function check(at: number): Refusal<"too_late"> | undefined {',
    "async function save(tx: Tx): Promise<undefined | SaveRefusal> {",
    "readonly judge: (token: string) => string;\n  judge(token: string): Refusal | undefined;",
    'return { kind: "issues", issues };',
    'return { kind: "refused", reasons };',
    'return { kind: "invalid", issues };',
  ]) {
    test(`finds: ${text}`, () => assert.equal(faultsOf({ path: "src/x.ts", text }).length, 1));
  }

  for (const text of [
    "/** A lease that was never one. */",
    "// Nothing was as never before.",
    "if (isRefusal(allowed)) return allowed;",
    'if ("code" in error && error.code === "ENOENT") return undefined;',
    'function check(at: number): Done | Refusal<"too_late"> {',
    'async function find(db: Db): Promise<Order | Refusal<"not_found"> | undefined> {',
  ]) {
    test(`lets pass: ${text}`, () => assert.deepEqual(faultsOf({ path: "src/x.ts", text }), []));
  }
});
