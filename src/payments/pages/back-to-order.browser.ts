/**
 * From the payment back to one's own booking. The payment link must not open it, because the restaurant sees the link too; so the
 * page that led here left the token in a cookie that this path alone has.
 */
{
  const place = document.querySelector<HTMLElement>("[data-back-to-order]");
  const kept = /(?:^|;\s*)booking=([\w-]{43})(?:;|$)/.exec(document.cookie)?.[1];

  if (place !== null && kept !== undefined) {
    const address = `/booking/${kept}`;
    if (place.dataset["backToOrder"] === "settled") location.replace(address);
    const link = document.createElement("a");
    link.href = address;
    link.textContent = place.dataset["backLabel"] ?? "Back to your booking";
    place.replaceChildren(link);
    place.hidden = false;
  }
}
