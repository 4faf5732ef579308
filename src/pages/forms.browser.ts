/** Makes plain forms kinder: a form is sent once, and the page after a mistake begins at the mistake. */

// On the document, so that forms that are put into the page later are kind too.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
  if (form.dataset["sent"] === "yes") return event.preventDefault();
  form.dataset["sent"] = "yes";
  if (event.submitter instanceof HTMLButtonElement) event.submitter.setAttribute("aria-busy", "true");
});

// A page that comes back from the browser's memory may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form")) {
    delete form.dataset["sent"];
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-busy");
  }
});

const mistake =
  document.querySelector<HTMLElement>("[data-focus]") ?? document.querySelector<HTMLElement>("[aria-invalid=true]");
mistake?.focus();
