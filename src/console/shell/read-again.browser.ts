/**
 * Keeps a page that nobody loads anew from telling of another day. `<section id="…" data-again="60">` is replaced by the same
 * section of the page as it is now, every so many seconds while the page is seen, and at once when it is seen again. Where
 * the reader may not see the page any more, the page is loaded: it says so, or leads to the sign-in. What cannot be read now
 * is read the next time. Twelve hours after the reader's last move or key the page rests, so that a session can end from
 * disuse; the next move reads it at once.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { replaceSection } from "../../pages/replace-section.browser.ts";

const restsAfterMs = 12 * 3_600_000;

for (const { id, dataset } of document.querySelectorAll<HTMLElement>("section[data-again]"))
  readAgain(id, Number(dataset["again"]) * 1_000);

function readAgain(id: string, everyMs: number): void {
  let isReading = false;
  let isHereAt = performance.now();
  const isResting = (): boolean => performance.now() - isHereAt > restsAfterMs;
  const read = async (): Promise<void> => {
    if (isReading || document.visibilityState !== "visible" || isSending(id)) return;
    isReading = true;
    try {
      await replace(id);
    } catch {
      // The next time: without a network the page stays as it is.
    } finally {
      isReading = false;
    }
  };
  const wake = (): void => {
    const rested = isResting();
    isHereAt = performance.now();
    if (rested) void read();
  };
  setInterval(() => !isResting() && void read(), everyMs);
  for (const sign of ["pointermove", "pointerdown", "keydown"])
    document.addEventListener(sign, wake, { passive: true });
  document.addEventListener("visibilitychange", () => {
    wake();
    void read();
  });
  window.addEventListener("online", () => void read());
}

/** A form of the section is on its way, and its answer is a page. */
function isSending(id: string): boolean {
  return document.querySelector(`#${id} form[data-sent]`) !== null;
}

async function replace(id: string): Promise<void> {
  const answer = await fetchWithin(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
  if (answer.redirected || [403, 404, 410].includes(answer.status)) return location.reload();
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!isSending(id)) replaceSection(id, fresh);
}
