/**
 * Leads from the payment back to one's own order or booking. The payment link itself must not open it, because the
 * restaurant sees the link too. The page that led to the payment therefore left the token in a cookie that only this path
 * gets.
 */
{
  const paragraph = document.querySelector<HTMLElement>("[data-back-to-order]");
  const kept = /(?:^|;\s*)booking=([\w-]{43})(?:;|$)/.exec(document.cookie)?.[1];

  if (paragraph !== null && kept !== undefined) {
    const address = `/booking/${kept}`;
    if (paragraph.dataset["backToOrder"] === "settled") location.replace(address);
    const link = document.createElement("a");
    link.href = address;
    link.textContent = paragraph.dataset["backLabel"] ?? "Back to your booking";
    paragraph.replaceChildren(link);
    paragraph.hidden = false;
  }
}
