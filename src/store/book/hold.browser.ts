/**
 * Counts down the time of a held table. The page shows every second; screen readers hear it twice: a minute before the
 * end, and at the end, when the form may still be sent.
 */
import { say } from "../shared/say.browser.ts";

document.addEventListener("maple:replaced", begin);
begin();

function begin(): void {
  const box = document.querySelector<HTMLElement>("[data-seconds]");
  if (box !== null) countDown(box);
}

function countDown(box: HTMLElement): void {
  const left = box.querySelector<HTMLElement>("[data-left]");
  const spoken = box.querySelector<HTMLElement>("[data-spoken]");
  const endsAt = performance.now() + Number(box.dataset["seconds"]) * 1000;
  let saidLast = Number(box.dataset["seconds"]) <= 60;
  const tick = (): void => {
    // Another has taken its place on the page.
    if (!box.isConnected) return clearInterval(timer);
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    if (left !== null) left.textContent = say("left", { minutes: Math.ceil(seconds / 60) });
    box.classList.toggle("warn", seconds <= 60);
    if (seconds <= 60 && !saidLast && spoken !== null) {
      saidLast = true;
      spoken.textContent = say("last_minute");
    }
    if (seconds > 0) return;
    clearInterval(timer);
    const over = box.dataset["over"] ?? "";
    const shown = box.querySelector("p");
    if (shown !== null) shown.textContent = over;
    if (spoken !== null) spoken.textContent = over;
  };
  const timer = setInterval(tick, 1000);
  tick();
}
