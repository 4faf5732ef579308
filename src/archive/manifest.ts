/** The manifest of an archive: the names of its files, and the hashes that prove them whole. Pure. */

export interface ArchivedFile {
  readonly name: string;
  readonly lines: number;
  readonly bytes: number;
  /** Of the compressed bytes, in hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 1;
  readonly environment: string;
  /** Orders that were placed before this day (UTC) were looked at. */
  readonly before: string;
  /** By the clock of the database. */
  readonly made_at: string;
  readonly files: readonly ArchivedFile[];
  /** Each time a guest was erased from it, with the number of orders; nobody is named. */
  readonly erasures?: readonly { readonly at: string; readonly orders: number }[];
}

export const manifestName = "manifest.json";
export const auditName = "audit.jsonl.gz";

/** Reads a manifest; throws on what is none of this format. */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new Error(`${manifestName} is of another format`);
  return value;
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value["format"] !== 1 || !Array.isArray(value["files"])) return false;
  const isFile = (file: unknown): boolean =>
    isRecord(file) &&
    /^[\w.-]+\.jsonl\.gz$/.test(String(file["name"])) &&
    /^[0-9a-f]{64}$/.test(String(file["sha256"])) &&
    typeof file["lines"] === "number";
  return (
    (value["erasures"] === undefined || Array.isArray(value["erasures"])) &&
    typeof value["before"] === "string" &&
    typeof value["environment"] === "string" &&
    value["files"].every(isFile)
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
