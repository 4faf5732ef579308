/** Keeps the display on. The browser ends the lock whenever the page is hidden, so the lock is taken again. */
import type { Signal } from "@preact/signals";

/** What tells whether the browser gave the lock. */
interface Awake {
  readonly awake: Signal<"off" | "on" | "refused">;
}

/** Takes the wake lock now and each time that the page is shown; the first call has to come from a tap. */
export async function stayAwake(store: Awake): Promise<void> {
  await takeLock(store);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void takeLock(store);
  });
}

async function takeLock(store: Awake): Promise<void> {
  try {
    const lock = await navigator.wakeLock.request("screen");
    store.awake.value = "on";
    lock.addEventListener("release", () => {
      if (document.visibilityState === "visible") void takeLock(store);
    });
  } catch {
    store.awake.value = "refused";
  }
}
