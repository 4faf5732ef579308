import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Id } from "../../kernel/id.ts";
import { arrangeMenu, type OrderableMenu } from "./orderable-menu.ts";
import { createCompiledMenus, type CompiledMenu } from "./compiled-menus.cache.ts";

const menu: OrderableMenu = arrangeMenu({ currency: "USD", categories: [] });
const ids = Array.from({ length: 6 }, () => newId("mnv"));
const [first, second, third, fourth, fifth, large] = ids as [
  Id<"mnv">,
  Id<"mnv">,
  Id<"mnv">,
  Id<"mnv">,
  Id<"mnv">,
  Id<"mnv">,
];

/** A way to compile that counts how often it was used. */
function compiling(bytes: number): { readonly compile: () => Promise<CompiledMenu>; readonly times: () => number } {
  let times = 0;
  return {
    compile: async () => {
      times += 1;
      return { menu, bytes };
    },
    times: () => times,
  };
}

test("the version that was not used for longest goes first, once the bytes are too many (rules/operating 3.11)", async () => {
  const menus = createCompiledMenus();
  menus.bound(400);
  const { compile, times } = compiling(100);
  for (const id of [first, second, third, fourth]) await menus.get(id, compile);
  await menus.get(first, compile);
  assert.equal(times(), 4);
  await menus.get(fifth, compile);
  assert.deepEqual(menus.state(), { menus: 4, bytes: 400, compiled: 5, found: 1, evicted: 1 });
  await menus.get(first, compile);
  assert.equal(times(), 5);
  await menus.get(second, compile);
  assert.equal(times(), 6);
});

test("a version larger than a quarter of the whole is given and not kept", async () => {
  const menus = createCompiledMenus();
  menus.bound(400);
  const { compile, times } = compiling(101);
  await menus.get(large, compile);
  await menus.get(large, compile);
  assert.equal(times(), 2);
  assert.equal(menus.state().bytes, 0);
});

test("a smaller limit holds at once", async () => {
  const menus = createCompiledMenus();
  for (const id of [first, second, third]) await menus.get(id, compiling(100).compile);
  const told: number[] = [];
  menus.bound(250, (kept) => told.push(kept));
  assert.deepEqual(told, []);
  assert.deepEqual([menus.state().menus, menus.state().bytes], [2, 200]);
  await menus.get(first, compiling(50).compile);
  assert.deepEqual(told, [250]);
});

test("all who ask for a version at once wait for one compilation", async () => {
  const menus = createCompiledMenus();
  const { promise, resolve } = Promise.withResolvers<CompiledMenu>();
  let times = 0;
  const compile = (): Promise<CompiledMenu> => {
    times += 1;
    return promise;
  };
  const asked = Array.from({ length: 50 }, () => menus.get(first, compile));
  resolve({ menu, bytes: 100 });
  assert.deepEqual(new Set(await Promise.all(asked)), new Set([menu]));
  assert.equal(times, 1);
});

test("who waited for a compilation that failed compiles for itself", async () => {
  const menus = createCompiledMenus();
  const { promise, reject } = Promise.withResolvers<CompiledMenu>();
  const begun = menus.get(first, () => promise);
  const { compile, times } = compiling(100);
  const waiting = menus.get(first, compile);
  reject(new Error("the connection was lost"));
  await assert.rejects(begun, /the connection was lost/);
  assert.equal(await waiting, menu);
  assert.equal(times(), 1);
});
