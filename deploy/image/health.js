// The health check of the image: ends with 0 while the process of this container can do its work. A work process answers at
// METRICS_PORT only.
const port = process.env.METRICS_PORT || process.env.PORT || "8080";
fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
