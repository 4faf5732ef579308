import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { closeAfter, type ScreenStore } from "./screen-store.screen.ts";

test("an answer closes the dialog of its act, and not another one that was opened meanwhile", async () => {
  const dialog = signal<string | undefined>("accept");
  const store: Pick<ScreenStore, "dialog" | "closeDialog"> = {
    dialog,
    closeDialog: () => {
      dialog.value = undefined;
    },
  };
  await closeAfter(store, Promise.resolve(false));
  assert.equal(dialog.value, "accept", "the act failed: the dialog says why");
  const late = Promise.withResolvers<boolean>();
  const closing = closeAfter(store, late.promise);
  dialog.value = "help";
  late.resolve(true);
  await closing;
  assert.equal(dialog.value, "help");
  await closeAfter(store, Promise.resolve(true));
  assert.equal(dialog.value, undefined);
});
