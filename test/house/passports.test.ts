import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { passportsAreTrue } from "./passport-rules.ts";
import { toSourceFile } from "./source-files.ts";

/** The suffix, what a file with it says, and whether the suffix is true. */
const cases: readonly (readonly [string, string, boolean])[] = [
  ["command", "export function changeLow(tx: Tx): void {}", true],
  ["command", "// takes a Tx\nexport function changeLow(): void {}", false],
  ["query", "export function findLow(db: Db): void {}", true],
  ["query", "export function findLow(): void {}", false],
  ["client", "export function ask(outgoing: OutgoingHttp): void {}", true],
  ["client", "export const listen = (server: SMTPServer): void => {};", true],
  ["client", "export function ask(url: string): void {}", false],
  ["client", "export function ask(outgoing: OutgoingHttp, database: Database): void {}", false],
  ["client", 'import { findLow } from "./low.sql.ts";\nexport function ask(outgoing: OutgoingHttp): void {}', false],
  ["cache", "export function keep(): void {}", true],
  ["cache", "const kept = new Map();\nexport function keep(): void {}", false],
  ["cache", "let kept = 0;\nexport function keep(): void {}", false],
  ["job", "export function sweep(database: Database): Promise<boolean> {}", true],
  ["job", "export function createSweep(database: Database): { runOnce(): Promise<boolean> } {}", true],
  ["job", "export function compute(): Promise<boolean> {}", false],
  ["job", "export function sweep(database: Database): void {}", false],
  ["job", "export function sweep(database: Database, now: Instant): Promise<boolean> {}", false],
  ["pages", "export function pages(): PageRoute[] {}", true],
  ["pages", "export function pages(): void {}", false],
  ["stream", "export async function* follow(db: Db) {}", true],
  ["stream", "export function follow(db: Db): void {}", false],
  ["stream", "export async function* follow(tx: Tx) {}", false],
  ["plugin", "export function plug(server: FastifyInstance): void {}", true],
  ["plugin", "export function pages(): PageRoute[] {}", false],
  ["routes", "export const lowRoutes = [bindRead(defineRoute({}))];", true],
  ["routes", "export function allRoutes(): BoundRoute[] {}", true],
  ["routes", "export const routeNames = [];", false],
  ["routes", "export const lowRoutes = [defineRoute({})];\ndatabase.transaction(work);", false],
  ["schemas", "export const name = Type.String();", true],
  ["schemas", "export const name = 1;", false],
  ["schemas", "const name = Type.String();", false],
  ["worker", 'import { serveLane } from "../platform/threads/serve-lane.ts";', true],
  ["worker", 'import { parentPort } from "node:worker_threads";', true],
  ["worker", "// a thread\nexport function compute(): void {}", false],
  ["worker", 'import { parentPort } from "node:worker_threads";\nconst save = (tx: Tx) => {};', false],
  ["sql", 'const find = "SELECT 1 FROM low";', true],
  ["sql", '// "SELECT 1 FROM low"\nexport const find = 1;', false],
];

describe("the passport of each suffix can be refused", () => {
  for (const [suffix, text, isTrue] of cases) {
    test(`${suffix}: ${JSON.stringify(text)} is ${isTrue}`, () => {
      const found = passportsAreTrue([toSourceFile(`src/low/low.${suffix}.ts`, text)]);
      assert.equal(found.length, isTrue ? 0 : 1, found.join("\n"));
    });
  }
});
