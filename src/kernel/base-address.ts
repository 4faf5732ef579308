/** The address without slashes at its end, so that a path can follow it. */
export function withoutEndSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end--;
  return address.slice(0, end);
}

/** A host as it stands in an address: one of IPv6 (`::1`) in brackets. */
export function hostInAddress(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
