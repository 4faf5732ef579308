/** Every command that reads prints one JSON document with --json, and nothing else (rules/packages 2.3). */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { commandName } from "./command.ts";
import { commands } from "./commands.ts";
import { parseCommand } from "./parse-command.ts";
import type { PartnerInput } from "./partner-command.ts";
import { runCommand } from "./run-command.ts";
import { partnerCommands } from "./run-partner-command.ts";

const answer = { object: "list", data: [{ id: "one" }], rules: [], checks: [], sound: true, event_ids: [] };

let service: Server;
let url: string;
before(async () => {
  service = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
after(() => service.close());

/** The words of an example, as a shell splits them. */
function wordsOf(example: string): string[] {
  return [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}

describe("a command that makes one call", () => {
  for (const command of commands.filter(({ method }) => method === "GET"))
    test(`maple ${commandName(command)} --json`, async () => {
      const words = wordsOf(command.example).filter((word) => word !== "--json");
      const parsed = parseCommand([...words, "--json", "--url", url], commands, []);
      assert.ok(parsed.kind === "call", `${command.example}: ${JSON.stringify(parsed)}`);
      let printed = "";
      const access = { MAPLE_API_KEY: "mpk_test_key", OPERATOR_TOKEN: "token", MAPLE_DATA_DIR: "/nonexistent" };
      const code = await runCommand(parsed, access, (text) => void (printed += text));
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(printed), answer);
    });
});

/** What each command of one word is given; `listen` prints a document for each event, `certify` plays for minutes. */
const given: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  trigger: [{ argument: "order.created" }, { argument: "webhook.test", subscription: "dws_1" }],
  events: [{}, { argument: "evt_1" }],
  replay: [{ argument: "evt_1" }, { since: "1h", "dry-run": "yes" }],
  faults: [{ argument: "list" }, { argument: "off" }, { argument: "on", second: "api_error" }],
  verify: [{}],
};

describe("a command of one word", () => {
  test("is one of those below, or prints more than one document by its nature", () => {
    const words = partnerCommands.map(({ word }) => word);
    assert.deepEqual(words.toSorted(), [...Object.keys(given), "certify", "listen"].toSorted());
  });

  for (const command of partnerCommands)
    for (const input of given[command.word] ?? [])
      test(`maple ${command.word} ${Object.values(input).join(" ")} --json`, async () => {
        const printed: string[] = [];
        const told: string[] = [];
        const asked: PartnerInput = {
          argument: input["argument"],
          second: input["second"],
          text: (name) => input[name],
          has: (name) => name === "json" || Object.hasOwn(input, name),
          access: { url, token: "key", name: "API key" },
        };
        const code = await command.run(asked, {
          out: (line) => void printed.push(line),
          err: (line) => void told.push(line),
          call: async () => ({ kind: "answer", answer, text: JSON.stringify(answer) }),
          interrupted: new AbortController().signal,
        });
        assert.equal(code, 0, told.join("\n"));
        assert.equal(printed.length, 1, printed.join("\n"));
        assert.equal(typeof JSON.parse(printed.join("")), "object");
      });
});
