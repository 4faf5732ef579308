/** Reads what `pgbackrest info --output=json` prints. Unknown text in, what the doctor needs of it out. Pure. */

/** One backup that pgBackRest keeps. */
export interface KeptBackup {
  /** The number that PostgreSQL gave its cluster when it was made. */
  readonly server: string;
  readonly label: string;
  /** Unix seconds. */
  readonly endedAt: number;
  /** Pages were damaged when it was made. */
  readonly isDamaged: boolean;
}

/** What became of asking pgBackRest on this machine. */
export type ProgramAnswer =
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "told"; readonly servers: readonly string[]; readonly backups: readonly KeptBackup[] };

/** Parses the whole output. The numbers of servers have more digits than a number keeps, so they are read as text. */
export function parseBackupInfo(text: string): ProgramAnswer {
  const stanzas = parseJson(text.replace(/"system-id":\s*(\d{1,20})/g, '"system-id":"$1"'));
  if (!Array.isArray(stanzas)) return { kind: "failed", why: "no JSON was printed that can be read" };
  const parts = stanzas.map(parseStanza);
  return {
    kind: "told",
    servers: parts.flatMap(({ servers }) => servers),
    backups: parts.flatMap(({ backups }) => backups),
  };
}

function parseStanza(stanza: unknown): {
  readonly servers: readonly string[];
  readonly backups: readonly KeptBackup[];
} {
  const serverOf = new Map(
    listOf(stanza, "db").map((each) => [numberOf(each, "id"), textOf(valueOf(each, "system-id"))] as const),
  );
  const backups = listOf(stanza, "backup").map((backup) => ({
    server: serverOf.get(numberOf(valueOf(backup, "database"), "id")) ?? "",
    label: textOf(valueOf(backup, "label")).slice(0, 60),
    endedAt: Number(valueOf(valueOf(backup, "timestamp"), "stop")),
    isDamaged: valueOf(backup, "error") === true,
  }));
  return { servers: [...serverOf.values()], backups: backups.filter(({ endedAt }) => Number.isFinite(endedAt)) };
}

/** A database of a stanza is named by its number and its repository. */
function numberOf(value: unknown, name: string): string {
  return `${textOf(valueOf(value, name))} ${textOf(valueOf(value, "repo-key"))}`;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = valueOf(value, name);
  return Array.isArray(list) ? list : [];
}

function valueOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
