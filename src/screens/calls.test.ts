import assert from "node:assert/strict";
import { beforeEach, mock, test, type Mock } from "node:test";
import { callConsole } from "./calls.screen.ts";

let answers: Mock<typeof fetch>;
let isCut = false;
beforeEach(() => {
  mock.restoreAll();
  isCut = false;
  answers = mock.method(globalThis, "fetch", async () => {
    if (isCut) throw new TypeError("the network is gone");
    return Response.json({});
  });
});

/** The keys of all calls until now. */
function keys(): readonly string[] {
  return answers.mock.calls.map(
    ({ arguments: [, options] }) => new Headers(options?.headers).get("idempotency-key") ?? "",
  );
}

async function cutOff(path: string, body: object): Promise<void> {
  isCut = true;
  const outcome = await callConsole("POST", path, body);
  assert.deepEqual(outcome, { ok: false, why: "offline", mayBeDone: true });
  isCut = false;
}

test("a write whose answer was lost is asked for again under its key, once", async () => {
  await cutOff("/orders/a/accept", {});
  await callConsole("POST", "/orders/b/ready", {});
  for (let time = 0; time < 2; time++) await callConsole("POST", "/orders/a/accept", {});
  const [lost, other, again, anew] = keys();
  assert.equal(again, lost);
  assert.equal(new Set([lost, other, anew]).size, 3);
});

test("a write that a proxy did not bring to an end is asked for again under its key, and may be done", async () => {
  answers.mock.mockImplementationOnce(async () => new Response("<h1>504</h1>", { status: 504 }));
  const lost = await callConsole("POST", "/locations/l/walk_ins", { party_size: 2 });
  assert.deepEqual(lost, { ok: false, why: "offline", mayBeDone: true });
  answers.mock.mockImplementationOnce(async () => Response.json({ code: "overloaded" }, { status: 503 }));
  const refused = await callConsole("POST", "/locations/l/walk_ins", { party_size: 2 });
  assert.deepEqual(refused, { ok: false, why: "refused", status: 503, code: "overloaded", details: {} });
  await callConsole("POST", "/locations/l/walk_ins", { party_size: 2 });
  assert.equal(new Set(keys()).size, 1);
});

test("what was undone meanwhile is done again, and not only repeated", async () => {
  await cutOff("/locations/l/pause", { minutes: 15 });
  await callConsole("POST", "/locations/l/resume", {});
  await callConsole("POST", "/locations/l/pause", { minutes: 15 });
  assert.equal(new Set(keys()).size, 3);
});

test("what was to be made is made once, whatever is done at the location meanwhile", async () => {
  const party = { party_size: 2 };
  await cutOff("/locations/l/walk_ins", party);
  await callConsole("POST", "/locations/l/waitlist_entries", party);
  await callConsole("POST", "/locations/l/walk_ins", party);
  const [lost, , again] = keys();
  assert.equal(again, lost);
});
