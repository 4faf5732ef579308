/** Prints the findings of the doctor: for a person, for a program, and as an exit code for the shell. Pure. */
import { serviceOf, type Finding, type Standing } from "./finding.ts";

/** The findings as one line of JSON. */
export function jsonReport(findings: readonly Finding[]): string {
  return JSON.stringify({ object: "doctor_report", sound: isSound(findings), findings });
}

/** Whether nothing is wrong; warnings leave it sound. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ standing }) => standing !== "wrong");
}

/** The findings as text: what to do stands under what is wrong, and what was not looked at in one line. */
export function textReport(findings: readonly Finding[]): string {
  const services = [...new Set(findings.map(serviceOf))];
  const parts = services.map((service) => {
    const here = findings.filter((finding) => serviceOf(finding) === service);
    const looked = here.filter(({ standing }) => standing !== "skipped").flatMap(lines);
    return [service ?? "machine", ...looked, ...skippedLines(here), ""].join("\n");
  });
  return [...parts, summary(findings)].join("\n");
}

function lines({ check, standing, says, remedy }: Finding): readonly string[] {
  const found = `  ${standing.padEnd(8)} ${check.padEnd(14)} ${says}`;
  return remedy === null ? [found] : [found, `${" ".repeat(26)}do: ${remedy}`];
}

function skippedLines(findings: readonly Finding[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { check, standing, says } of findings)
    if (standing === "skipped") reasons.set(says, [...(reasons.get(says) ?? []), check]);
  return [...reasons].map(([why, checks]) => `  skipped  ${checks.join(", ")}: ${why}`);
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Standing): number => findings.filter(({ standing }) => standing === wanted).length;
  const [bad, warned] = [count("wrong"), count("warning")];
  return `${bad} wrong, ${warned} ${warned === 1 ? "warning" : "warnings"}, ${count("right")} right`;
}
