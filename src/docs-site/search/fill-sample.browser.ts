/** Puts the values of the reader's own sandbox into a sample, which runs then as it stands. Pure. */

/** What the samples read from variables. */
export interface ReaderValues {
  readonly MAPLE_URL: string;
  readonly MAPLE_API_KEY: string;
  readonly LOCATION: string;
}

const names = "MAPLE_URL|MAPLE_API_KEY|LOCATION";

/** The sample with the values: of a shell, of TypeScript or of Python. Other variables stay. */
export function fillSample(code: string, values: ReaderValues): string {
  const valueOf = (name: string): string => values[name as keyof ReaderValues];
  return code
    .replaceAll(new RegExp(`^export (${names})=.*$`, "gm"), (_all, name: string) => `export ${name}=${valueOf(name)}`)
    .replaceAll(new RegExp(`\\$(${names})\\b`, "g"), (_all, name: string) => valueOf(name))
    .replaceAll(new RegExp(`\\b(${names}) = ""`, "g"), (_all, name: string) => `${name} = "${valueOf(name)}"`)
    .replaceAll(new RegExp(`os\\.environ\\["(${names})"\\]`, "g"), (_all, name: string) => `"${valueOf(name)}"`);
}
