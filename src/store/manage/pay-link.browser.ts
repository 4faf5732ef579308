/**
 * Leads from the booking to its payment, and back. The payment link must not open the booking, because others may have
 * the link. The token of the booking is therefore left in a cookie that only the path of the payment gets.
 */
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-pay-for]") : null;
  const token = /^\/booking\/([\w-]{43})$/.exec(link?.dataset["payFor"] ?? "")?.[1];
  if (link === null || token === undefined) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `booking=${token}; path=${link.pathname}; max-age=86400; samesite=lax${secure}`;
});
