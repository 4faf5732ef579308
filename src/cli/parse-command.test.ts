import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopes } from "../platform/http/scopes.ts";
import { commands } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";
import { parseCommand, type ParsedCall } from "./parse-command.ts";

function parseCall(...words: string[]): ParsedCall {
  const parsed = parseCommand(words, commands);
  if (parsed.kind !== "call") assert.fail(`${words.join(" ")}: ${JSON.stringify(parsed)}`);
  return parsed;
}

describe("a command line becomes one call", () => {
  const cases: readonly [readonly string[], string, string, unknown][] = [
    [
      ["app", "create", "--name", "Corner POS", "--scopes", "orders:read, orders:write"],
      "POST",
      "/apps",
      { name: "Corner POS", scopes: ["orders:read", "orders:write"] },
    ],
    [["app", "create", "--scopes=all", "--name=A"], "POST", "/apps", { name: "A", scopes: [...scopes] }],
    [["app", "list"], "GET", "/apps", undefined],
    [["app", "update", "app_1", "--status", "disabled"], "PATCH", "/apps/app_1", { status: "disabled" }],
    [["key", "issue", "app_1"], "POST", "/apps/app_1/keys", {}],
    [["key", "revoke", "key_1"], "DELETE", "/keys/key_1", undefined],
    [
      ["location", "create", "--name", "Bistro", "--city", "Springfield", "--country", "US"],
      "POST",
      "/locations",
      { name: "Bistro", address: { city: "Springfield", country: "US" } },
    ],
    [
      ["location", "update", "str_1", "--latitude=-12.5", "--longitude", "130", "--lead-minutes", "20"],
      "PATCH",
      "/locations/str_1",
      { coordinate: { latitude: -12.5, longitude: 130 }, lead_minutes: 20 },
    ],
    [
      [
        "location",
        "update",
        "str_1",
        "--phone",
        "",
        "--opening-hours",
        '{"windows":[]}',
        "--messaging",
        "off",
        "--bookings-enabled",
        "on",
      ],
      "PATCH",
      "/locations/str_1",
      { phone: null, opening_hours: { windows: [] }, messaging: "off", bookings_enabled: true },
    ],
    [["grant", "add", "app_1", "str_1"], "PUT", "/apps/app_1/grants/str_1", undefined],
    [["grant", "remove", "app_1", "../x"], "DELETE", "/apps/app_1/grants/..%2Fx", undefined],
    [["audit", "list"], "GET", "/audit_log", undefined],
    [["audit", "list", "--limit", "5", "--before", "aud_1&x"], "GET", "/audit_log?limit=5&before=aud_1%26x", undefined],
    [["operation", "show", "opn_1"], "GET", "/operations/opn_1", undefined],
    [["refunds"], "GET", "/owed_refunds", undefined],
    [["ledger", "--order", "ord_1", "--limit", "5"], "GET", "/payments_ledger?order_id=ord_1&limit=5", undefined],
    [["guest", "erase", "--email", "a@b.example"], "POST", "/guests/erase", { email: "a@b.example" }],
    [["menu", "versions", "str_1"], "GET", "/locations/str_1/menu_versions", undefined],
    [["menu", "restore", "str_1", "mnv_1"], "POST", "/locations/str_1/menu_versions/mnv_1/restore", undefined],
    [
      ["menu", "publish", "str_1", "--file", "menu.json", "--dry-run", "on"],
      "POST",
      "/v1/locations/str_1/menu?dry_run=true",
      undefined,
    ],
    [["orders", "ready", "ord_1"], "POST", "/v1/orders/ord_1/ready", {}],
    [
      ["booking", "create", "--hold", "bkh_1", "--first-name", "Ada", "--last-name", "Byron"],
      "POST",
      "/v1/bookings",
      { hold_id: "bkh_1", guest: { first_name: "Ada", last_name: "Byron" } },
    ],
    [
      ["booking", "seat", "bkg_1", "--units", "T1,T2", "--allow-over-capacity", "on", "--expected-version", "3"],
      "POST",
      "/v1/bookings/bkg_1/seat",
      { unit_ids: ["T1", "T2"], allow_over_capacity: true, expected_version: 3 },
    ],
    [
      ["location", "provider", "str_1", "--adapter", "simulated", "--max-party", "8", "--leases", "off"],
      "PATCH",
      "/locations/str_1",
      { booking_provider: { adapter: "simulated", max_party_size: 8, leases: false } },
    ],
  ];
  for (const [words, method, path, body] of cases) {
    test(words.join(" "), () => {
      const call = parseCall(...words);
      assert.deepEqual([call.command.method, call.path, call.body], [method, path, body]);
    });
  }

  test("options of every command", () => {
    const call = parseCall("app", "list", "--env", "live", "--url", "http://h", "--token", "t", "--json");
    assert.deepEqual([call.service, call.url, call.token, call.json], ["live", "http://h", "t", true]);
    assert.equal(parseCall("app", "list").service, "test");
    const ofPartner = parseCall("orders", "list", "--url", "http://h", "--key", "k", "--idempotency-key", "again");
    assert.deepEqual([ofPartner.command.by, ofPartner.key, ofPartner.idempotencyKey], ["partner", "k", "again"]);
  });
});

describe("a mistake is told in one sentence", () => {
  const cases: readonly [readonly string[], RegExp][] = [
    [["aap"], /^there is no command aap/],
    [["help", "aap"], /^there is no command aap/],
    [["app", "make"], /^there is no app make; there is app create, app list, app update$/],
    [["app", "create", "--name", "A"], /^--scopes is required/],
    [["app", "list", "--colour", "red"], /^there is no option --colour; the options are --url, /],
    [["app", "list", "--key", "k"], /^there is no option --key; the options are --url, /],
    [["orders", "list", "--env", "live"], /^there is no option --env; the options are --url, /],
    [["app", "update", "app_1", "--status", "off"], /^--status must be enabled or disabled, not "off"$/],
    [
      ["app", "create", "--name", "A", "--scopes", "menus:read,bogus"],
      /^--scopes takes .*, with commas between, not "bogus"$/,
    ],
    [["audit", "list", "--limit", "101"], /^--limit must be 1 to 100, not "101"$/],
    [["ledger", "money"], /^"money" is one argument too many: maple ledger takes options only$/],
    [["guest", "erase"], /^give --phone or --email, one or more of them$/],
    [["booking", "create", "--first-name", "A", "--last-name", "B"], /^give --hold or --slot-token, one of them$/],
    [
      ["booking", "create", "--hold", "h", "--slot-token", "t", "--first-name", "A", "--last-name", "B"],
      /^give --hold or --slot-token, one of them$/,
    ],
    [["booking", "create", "--hold", "h"], /^--first-name is required/],
    [["menu", "publish", "str_1"], /^--file is required/],
    [["location", "provider", "str_1", "--leases", "on"], /^--adapter is required/],
    [["key", "issue"], /^APP is missing: the app's id/],
    [["key", "issue", "app_1", "app_2"], /^"app_2" is one argument too many: maple key issue takes APP$/],
    [["app", "update", "app_1"], /^nothing to change/],
    [["app", "list", "--env", "prod"], /^--env is test or live$/],
    [["location", "update", "str_1", "--lead-minutes", "soon"], /^--lead-minutes must be a whole number, not "soon"$/],
    [["location", "update", "str_1", "--latitude", "1e400"], /^--latitude must be a number/],
    [["location", "update", "str_1", "--opening-hours", "{"], /^--opening-hours must be JSON/],
    [["location", "update", "str_1", "--bookings-enabled", "yes"], /^--bookings-enabled must be on or off/],
    [
      ["location", "update", "str_1", "--city", "Springfield", "--line1", "1 Main St", "--line2", ""],
      /^the address is set as a whole: give --region, --postal-code, --country too$/,
    ],
    [
      ["location", "create", "--name", "A", "--latitude", "1"],
      /^the coordinate is set as a whole: give --longitude too$/,
    ],
  ];
  for (const [words, message] of cases) {
    test(words.join(" "), () => {
      const parsed = parseCommand(words, commands);
      assert.equal(parsed.kind, "usage");
      if (parsed.kind === "usage") assert.match(parsed.message, message);
    });
  }
});

describe("help", () => {
  test("is given for everything, a group, a command", () => {
    for (const words of [[], ["help"], ["--help"], ["-h"]]) {
      assert.deepEqual(parseCommand(words, commands), { kind: "help", command: undefined, group: undefined });
    }
    assert.equal(parseCommand(["app"], commands).kind, "help");
    assert.equal(parseCommand(["app", "create", "--help"], commands).kind, "help");
  });

  test("names every command, argument and option, and every example parses", () => {
    const all = overview(commands, []);
    for (const command of commands) {
      assert.ok(all.includes(`maple ${command.words.join(" ")}`));
      const help = commandHelp(command);
      for (const option of command.options) assert.ok(help.includes(`--${option.name} ${option.value}`), option.name);
      const words = [...command.example.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
      const parsed = parseCommand(words, commands, [], command.by);
      assert.ok(parsed.kind === "call" && parsed.command === command, command.example);
    }
  });
});

test("an idempotency key that no header can carry is told before anything is sent", () => {
  for (const key of ["", "ключ", "a b", "k".repeat(256)]) {
    const parsed = parseCommand(
      ["app", "create", "--name", "A", "--scopes", "all", "--idempotency-key", key],
      commands,
    );
    assert.equal(parsed.kind, "usage", key);
    assert.match(parsed.kind === "usage" ? parsed.message : "", /^--idempotency-key is 1 to 255 visible ASCII/);
  }
});
