/** Puts the values of the reader's own sandbox into a sample, so that the sample runs without changes. Pure. */

/** What the samples read from variables. */
export interface ReaderValues {
  readonly MAPLE_URL: string;
  readonly MAPLE_API_KEY: string;
  readonly LOCATION: string;
}

/** The sample with the values: of a shell, of TypeScript or of Python. Other variables stay. */
export function fillSample(code: string, values: ReaderValues): string {
  const valueOf = (name: string): string => values[name as keyof ReaderValues];
  return code
    .replaceAll(
      /^export (MAPLE_URL|MAPLE_API_KEY|LOCATION)=.*$/gm,
      (_all, name: string) => `export ${name}=${valueOf(name)}`,
    )
    .replaceAll(/\$(MAPLE_URL|MAPLE_API_KEY|LOCATION)\b/g, (_all, name: string) => valueOf(name))
    .replaceAll(/\b(MAPLE_URL|MAPLE_API_KEY|LOCATION) = ""/g, (_all, name: string) => `${name} = "${valueOf(name)}"`)
    .replaceAll(/os\.environ\["(MAPLE_URL|MAPLE_API_KEY|LOCATION)"\]/g, (_all, name: string) => `"${valueOf(name)}"`);
}
