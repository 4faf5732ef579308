/**
 * Adds a copy button to every code, keeps the chosen language on every page, and scrolls the navigation to the shown
 * page. Where the service is the reader's own sandbox, a button puts its key into the samples.
 */
import { fillSample, type ReaderValues } from "./fill-sample.browser.ts";
import { fetchWithin } from "../../pages/fetch-within.browser.ts";

const pages = document.querySelector<HTMLElement>("#pages");
const current = pages?.querySelector<HTMLElement>("[aria-current]");
if (pages && current) pages.scrollTop = current.offsetTop - pages.clientHeight / 3;

for (const box of document.querySelectorAll<HTMLElement>(".code-box")) {
  const code = box.querySelector("code");
  if (!code) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    // Over http from another machine a page may not copy by itself.
    if (!isSecureContext) {
      getSelection()?.selectAllChildren(code);
      return say(button, "Selected: now copy");
    }
    navigator.clipboard.writeText(code.textContent).then(
      () => say(button, "Copied"),
      () => say(button, "Select and copy"),
    );
  });
  box.append(button);
}

const samples = [...document.querySelectorAll<HTMLElement>(".code-box code")].filter(({ textContent }) =>
  textContent.includes("MAPLE_"),
);
if (samples.length > 0) void offerKey();

/** Only the sandbox of the reader's own machine answers with values. */
async function offerKey(): Promise<void> {
  try {
    const answer = await fetchWithin("/docs/reader.json");
    if (answer.status !== 200) return;
    const values = (await answer.json()) as ReaderValues;
    for (const code of samples) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy own-key";
      button.textContent = "Use my key";
      button.addEventListener("click", () => {
        for (const each of samples) each.textContent = fillSample(each.textContent, values);
        for (const each of document.querySelectorAll(".own-key")) each.remove();
      });
      code.closest(".code-box")?.append(button);
    }
  } catch {
    // Without an answer the samples stay as they are.
  }
}

function say(button: HTMLElement, words: string): void {
  button.textContent = words;
  setTimeout(() => (button.textContent = "Copy"), 2_000);
}

const kept = "maple-docs-language";
const choices = [...document.querySelectorAll<HTMLInputElement>('.tabs input[name="language"]')];

try {
  const language = localStorage.getItem(kept);
  const choice = choices.find(({ value }) => value === language);
  if (choice) choice.checked = true;
  for (const each of choices) each.addEventListener("change", () => localStorage.setItem(kept, each.value));
} catch {
  // A browser that keeps nothing begins with curl on every page.
}
