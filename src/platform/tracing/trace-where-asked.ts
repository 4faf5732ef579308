/** Begins the export of traces where the operator named a collector. Without a collector no code for it is loaded. */
import type { Log } from "../log.ts";
import type { TracingSettings } from "./read-tracing-settings.ts";

/** Answers how the export ends. */
export async function traceWhereAsked(
  settings: TracingSettings | null,
  { processId, command }: { readonly processId: string; readonly command: string },
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  if (settings === null) return { stop: async () => {} };
  const { startExport } = await import("./export-spans.client.ts");
  return startExport({
    ...settings,
    resource: { "service.name": "maple", "service.instance.id": processId, "maple.command": command },
    random: Math.random,
    onLost: (count, reason) => log.warn({ count, reason }, "spans did not reach the collector"),
  });
}
