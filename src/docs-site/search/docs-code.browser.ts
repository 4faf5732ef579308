/** A button that copies on every code, the chosen language on every page, and the navigation at the page that is shown. */

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
    navigator.clipboard.writeText(code.textContent).then(
      () => say(button, "Copied"),
      () => say(button, "Select and copy"),
    );
  });
  box.append(button);
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
