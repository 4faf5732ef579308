/** `maple doctor`: reads its arguments, runs the doctor, prints the findings, and answers the exit code. */
import { examine } from "./examine.ts";
import { isSound, jsonReport, textReport } from "./report.ts";
import { doctorSettings, type DoctorConfig } from "./settings-of.ts";

const help = `maple doctor [--json]

Looks at this machine, the configuration of this shell, the databases and the public addresses, writes nothing, and says
what to do about everything that is wrong. Give it the variables of the service, as systemd does:
  systemd-run --pipe --wait --quiet -p User=maple -p EnvironmentFile=/etc/maple/maple.env \\
    /usr/bin/node /opt/maple/bin/maple.js doctor

  --json  one line of JSON: object, sound, findings

Exit: 0 nothing is wrong (there may be warnings), 1 something is wrong, 2 wrong use.`;

/** Runs the command with the words behind its own, the configuration or what is wrong with it, and the shell's variables. */
export async function runDoctor(
  words: readonly string[],
  config: DoctorConfig | readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  if (words.includes("--help") || words.includes("-h")) {
    console.log(help);
    return 0;
  }
  const unknown = words.find((word) => word !== "--json");
  if (unknown !== undefined) {
    console.error(`maple: doctor takes --json and nothing else; it got ${unknown}`);
    return 2;
  }
  const findings = await examine(isProblems(config) ? config : doctorSettings(config), { variables });
  console.log(words.includes("--json") ? jsonReport(findings) : textReport(findings));
  return isSound(findings) ? 0 : 1;
}

function isProblems(config: DoctorConfig | readonly string[]): config is readonly string[] {
  return Array.isArray(config);
}
