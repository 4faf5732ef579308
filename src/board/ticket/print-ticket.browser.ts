/** Lets the button of a ticket's page open the browser's own print dialog. */

for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => window.print());
