import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { signal } from "@preact/signals";
import { closeAfter, failed, forgetFailures, notify, type Notice, type ScreenStore } from "./screen-store.screen.ts";

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

test("what was done is told for eight seconds; a failure stays for a minute, or until the next act", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const store = { notices: signal<readonly Notice[]>([]) };
    const shown = () => store.notices.value.map(({ text }) => text);
    notify(store, { kind: "told", text: "Seated." });
    failed(store, "No answer came.");
    mock.timers.tick(8_000);
    assert.deepEqual(shown(), ["No answer came."]);
    mock.timers.tick(51_999);
    assert.deepEqual(shown(), ["No answer came."]);
    mock.timers.tick(1);
    assert.deepEqual(shown(), []);
    failed(store, "No answer came.");
    forgetFailures(store);
    assert.deepEqual(shown(), []);
  } finally {
    mock.timers.reset();
  }
});
