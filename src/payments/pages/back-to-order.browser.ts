/**
 * From the payment back to the diner's own order. The payment link must not open the order, because the restaurant sees the
 * link too; so the page that sent the diner here left the order's token in a cookie that this path alone has.
 */
{
  const place = document.querySelector<HTMLElement>("[data-back-to-order]");
  const token = /(?:^|;\s*)order=([\w-]{32})(?:;|$)/.exec(document.cookie)?.[1];

  if (place !== null && token !== undefined) {
    const address = `/order/${token}`;
    if (place.dataset["backToOrder"] === "settled") location.replace(address);
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "Back to your order";
    place.replaceChildren(link);
    place.hidden = false;
  }
}
