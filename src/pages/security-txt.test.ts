import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { isProblems, readConfig } from "../program/config.ts";
import { securityTextPlugin } from "./security-txt.plugin.ts";

const path = "/.well-known/security.txt";

async function answerOf(contacts: readonly string[]) {
  const server = Fastify();
  const now = () => Date.UTC(2026, 10, 22, 17, 3);
  securityTextPlugin({ contacts, baseUrl: () => "https://api.example.com", now })(server);
  return server.inject({ url: path });
}

test("who found a weakness reads where to say so, for half a year", async () => {
  const answer = await answerOf(["mailto:security@example.com", "https://example.com/report"]);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(
    answer.body,
    "Contact: mailto:security@example.com\nContact: https://example.com/report\nExpires: 2027-05-23T00:00:00.000Z\n" +
      "Preferred-Languages: en\nCanonical: https://api.example.com/.well-known/security.txt\n",
  );
});

test("without a contact there is no such page", async () => assert.equal((await answerOf([])).statusCode, 404));

test("a contact is an address of mail or of the web", () => {
  const read = (value: string) => {
    const config = readConfig({ SECURITY_CONTACT: value });
    return isProblems(config) ? config : config.securityContacts;
  };
  assert.deepEqual(read("mailto:a@example.com, https://example.com/x"), [
    "mailto:a@example.com",
    "https://example.com/x",
  ]);
  for (const wrong of ["a@example.com", "http://example.com", "mailto:nobody", "https://example.com/x\ny", ","])
    assert.match(String(read(wrong)), /^SECURITY_CONTACT must be one to five addresses/, wrong);
});
