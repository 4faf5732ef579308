/** The rules for search engines and other robots. Pure. */

/** Paths that lead to somebody's own pages, or to nothing for strangers. */
const closed = [
  "/order/",
  "/booking/",
  "/wait/",
  "/pay/",
  "/g/",
  "/find",
  "/mine",
  "/store/v1/",
  "/v1/",
  "/console",
  "/board",
  "/stand",
  "/developer",
  "/me",
  "/sign-in",
  "/operator",
  "/reserve",
];

/** `robots.txt`: nothing of a service that is not for search engines is read. */
export function robotsText({ isIndexed, baseUrl }: { readonly isIndexed: boolean; readonly baseUrl: string }): string {
  if (!isIndexed) return "User-agent: *\nDisallow: /\n";
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`), "", `Sitemap: ${baseUrl}/sitemap.xml`];
  return `${lines.join("\n")}\n`;
}

/** `sitemap.xml` of some paths (sitemaps.org 0.9). */
export function sitemapText(baseUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escapeXml(baseUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("")}</urlset>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
