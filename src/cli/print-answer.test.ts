import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "./commands.ts";
import { printAnswer } from "./print-answer.ts";

function command(words: string): (typeof commands)[number] {
  const found = commands.find((one) => one.words.join(" ") === words);
  assert.ok(found);
  return found;
}

test("a list is a table under its columns", () => {
  const answer = {
    object: "list",
    data: [
      { object: "app", id: "app_1", name: "Corner POS", status: "enabled", scopes: ["a", "b"] },
      { object: "app", id: "app_22", name: null, status: "disabled", scopes: [] },
    ],
  };
  assert.equal(
    printAnswer(command("app list"), answer),
    "ID      NAME        STATUS    SCOPES\n" + //
      "app_1   Corner POS  enabled   a,b\n" +
      "app_22  -           disabled  -\n",
  );
  assert.equal(printAnswer(command("app list"), { object: "list", data: [] }), "none\n");
});

test("one object is its fields, what matters first, and what to do next", () => {
  const answer = { object: "api_key", id: "key_1", key: "mpk_test_x", last_four: "xxxx", expires_at: null };
  assert.equal(
    printAnswer(command("key issue"), answer),
    "key         mpk_test_x\nid          key_1\nexpires_at  -\nlast_four   xxxx\n\n" +
      "The key is not shown again. Revoke it with: maple key revoke key_1\n",
  );
});

test("fields within fields are named by their path; the next step is for the same environment", () => {
  const answer = {
    object: "location",
    id: "str_1",
    address: { line1: null, city: "Springfield" },
    coordinate: null,
    tags: [],
  };
  assert.equal(
    printAnswer(command("location create"), answer, "live"),
    "id             str_1\naddress.line1  -\naddress.city   Springfield\ncoordinate     -\ntags           -\n\n" +
      "Next: maple grant add APP str_1 --env live\n",
  );
});

test("lists within an object are tables behind its fields", () => {
  const finding = { state: "bad", name: "Oldest webhook", figure: "71 s", todo: "Look.", runbook: "Deliveries stand" };
  const answer = {
    object: "health",
    read_at: "2026",
    state: "bad",
    findings: [finding],
    figures: { deliveries_due: 12 },
    unattended: [],
    processes: [],
  };
  assert.equal(
    printAnswer(command("health"), answer),
    "state                   bad\nread_at                 2026\nfigures.deliveries_due  12\n\n" +
      "findings:\nSTATE  NAME            FIGURE  RUNBOOK\nbad    Oldest webhook  71 s    Deliveries stand\n\n" +
      "unattended:\nnone\n\nprocesses:\nnone\n",
  );
});

test("texts that partners wrote cannot steer the terminal", () => {
  const data = [{ id: "fbk_1", created_at: "2026", kind: "bug", summary: "\u001b[2Jgone\r\nsecond\u202eline" }];
  const text = printAnswer(command("feedback list"), { object: "list", data });
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}|\p{Cf}/u);
  assert.match(text, /\\u001b\[2Jgone\\u000d second\\u202eline/);
});

test("what a dry run would change is a table; a publish without it has none", () => {
  const publish = command("menu publish");
  const detail = [
    { kind: "item", external_id: "burger", name: "Burger", change: "updated", fields: ["name", "price"] },
  ];
  const answer = { object: "menu_sync", id: "syn_1", status: "completed", changes: { updated: 1, detail } };
  assert.equal(
    printAnswer(publish, answer),
    "id               syn_1\nstatus           completed\nchanges.updated  1\n\n" +
      "changes detail:\n" +
      "CHANGE   KIND  EXTERNAL ID  NAME    FIELDS\n" +
      "updated  item  burger       Burger  name,price\n",
  );
  assert.doesNotMatch(printAnswer(publish, { ...answer, changes: null }), /detail/);
});
