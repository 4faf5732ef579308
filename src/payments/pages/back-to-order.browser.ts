/**
 * From the payment back to one's own order or booking. The payment link must not open them, because the restaurant sees the
 * link too; so the page that led here left the token in a cookie that this path alone has.
 */
{
  const place = document.querySelector<HTMLElement>("[data-back-to-order]");
  const kept = /(?:^|;\s*)(?:order=([\w-]{32})|booking=([\w-]{43}))(?:;|$)/.exec(document.cookie);

  if (place !== null && kept !== null) {
    const [, order, booking] = kept;
    const address = booking === undefined ? `/order/${order ?? ""}` : `/booking/${booking}`;
    if (place.dataset["backToOrder"] === "settled") location.replace(address);
    const link = document.createElement("a");
    link.href = address;
    link.textContent = place.dataset["backLabel"] ?? "Back to your order";
    place.replaceChildren(link);
    place.hidden = false;
  }
}
