/** The code on the page that verifies a delivery; a test runs it against real signatures. */
export const verificationSnippet = `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the bytes as they arrived, before anything parses them.
// secret: the whole text, with "whsec_". headers: names in lower case.
export function isFromMaple(secret, subscriptionId, notificationUrl, headers, body) {
  const timestamp = headers["x-service-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;

  const expected = createHmac("sha256", secret)
    .update(\`\${timestamp}.\${subscriptionId}.\${notificationUrl}.\`)
    .update(body)
    .digest();

  return (headers["x-service-signature"] ?? "")
    .split(",")
    .filter((part) => part.startsWith("v1="))
    .map((part) => Buffer.from(part.slice(3), "hex"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
`;
