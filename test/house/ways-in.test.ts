/** Everybody has to prove who they are: no command begins a session for another person, whatever the role of its caller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles } from "./source-files.ts";

/** What begins a session, with what the person proves or has in hand. */
const waysIn: Readonly<Record<string, string>> = {
  "src/people/devices/sign-in-by-pin.command.ts": "the PIN, on a device that is paired",
  "src/people/joining/accept-invitation.command.ts": "the link of an invitation, as somebody new",
  "src/people/joining/join-by-passkey.command.ts":
    "the link of an invitation, as somebody new, and a passkey made for it",
  "src/people/provider/sign-in-by-provider.command.ts": "an identity that the person has linked",
  "src/people/sign-in/demo-people.command.ts": "nothing: people of the sandbox, who are nobody",
  "src/people/sign-in/passkeys.command.ts": "a passkey",
  "src/people/sign-in/recover.command.ts": "a recovery code or a recovery link",
  "src/people/sign-in/sign-in-by-password.command.ts": "the password",
};

test("a session begins in a listed way only, each with a proof of the person's own (rules/people 7.3)", () => {
  const beginning = readSourceFiles()
    .filter(({ path }) => path.startsWith("src/") && !/\.(?:test|fixture)\.tsx?$/.test(path))
    .filter(({ text }) => /(?<!function )\bbeginSession\(/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(beginning, Object.keys(waysIn));
});
