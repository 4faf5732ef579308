import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { examine } from "./examine.ts";
import { serviceChecks, machineChecks } from "./finding.ts";
import { isProblems, readConfig } from "../program/config.ts";
import { doctorSettings } from "./settings-of.ts";

const needed = { OPERATOR_TOKEN: "x".repeat(24), SECRET_KEY: "07".repeat(32) };

test("the doctor is told the databases, the addresses and the services of others, without their passwords", () => {
  const config = readConfig({
    ...needed,
    DATABASE_URL: "postgres://u:p@h/test",
    BASE_URL: "https://sandbox.example.com",
    HOST: "0.0.0.0",
    SMTP_URL: "smtps://user:secret@relay.example.com",
    MAIL_FROM: "tables@example.com",
    OIDC_ISSUER: "https://sign-in.example.com",
    OIDC_CLIENT_ID: "maple",
    OIDC_CLIENT_SECRET: "s",
    GEOCODER: "photon",
    GEOCODER_URL: "https://photon.example.com",
  });
  assert.ok(!isProblems(config), JSON.stringify(config));
  const settings = doctorSettings(config);
  assert.deepEqual(
    settings.services.map(({ name, baseUrl }) => [name, baseUrl]),
    [["test", "https://sandbox.example.com"]],
  );
  assert.equal(settings.listensAt, "http://127.0.0.1:8080");
  assert.equal(settings.secretKeys.length, 1);
  assert.deepEqual(
    settings.outgoing.map(({ name, url }) => `${name} ${url}`),
    [
      "SMTP_URL smtps://relay.example.com:465",
      "OIDC_ISSUER https://sign-in.example.com",
      "GEOCODER_URL https://photon.example.com",
    ],
  );
});

test("a configuration with problems: each is a finding with what to do, and nothing is opened", async () => {
  const problems = readConfig({ DATABASE_URL: "postgres://u:p@127.0.0.1:1/db", PORT: "eighty" });
  assert.ok(isProblems(problems));
  const findings = await examine(problems);
  const wrong = findings.filter(({ standing }) => standing === "wrong");
  assert.deepEqual([...new Set(wrong.map(({ check }) => check))], ["configuration"]);
  assert.deepEqual(
    wrong.map(({ says }) => says),
    problems,
  );
});

test("what is hardly meant in the configuration is a warning", async () => {
  const config = readConfig({ TRUSTED_PROXY: "1" });
  assert.ok(!isProblems(config));
  const findings = await examine(doctorSettings(config));
  const doubts = findings.filter(({ check, standing }) => check === "configuration" && standing === "warning");
  assert.deepEqual(
    doubts.map(({ says }) => says),
    ["TRUSTED_PROXY is set, and Maple does not read it: is TRUSTED_PROXIES meant?"],
  );
});

test("a sandbox without DATABASE_URL has no database to look at", async () => {
  const config = readConfig({});
  assert.ok(!isProblems(config));
  const findings = await examine(doctorSettings(config));
  assert.ok(findings.every(({ environment }) => environment === null));
  assert.match(findings.find(({ check }) => check === "configuration")?.says ?? "", /DATABASE_URL is not set/);
});

test("docs/operating.md says of each check when it is wrong", () => {
  const text = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
  const [, section = ""] = text.split("## The doctor\n");
  const [table = ""] = /^\| Check \|[\s\S]*?\n\n/m.exec(section) ?? [];
  const named = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
  assert.deepEqual(named.toSorted(), [...machineChecks, ...serviceChecks].toSorted());
});
