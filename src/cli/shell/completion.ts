/**
 * `maple completion bash|zsh|fish`: prints the code by which a shell completes words of `maple`. The shell asks the
 * command itself, `maple completion words …`, so it offers the words of this very version. Asks no service.
 */
import type { Command } from "../command.ts";
import type { PartnerCommand } from "../partner-command.ts";

export interface Completable {
  readonly commands: readonly Command[];
  readonly ofOneWord: readonly PartnerCommand[];
  /** What can stand behind a command of one word: the types of events behind `trigger`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export const shells = ["bash", "zsh", "fish"] as const;

const services = ["dev", "serve", "work", "migrate", "archive", "doctor"];

const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_maple() {
  local IFS=$'\\n'
  COMPREPLY=($(maple completion words "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _maple maple
# To keep: maple completion bash >> ~/.bashrc`,
  zsh: `#compdef maple
_maple() {
  local -a found
  found=(\${(f)"$(maple completion words "\${words[@]:1:CURRENT-1}" 2>/dev/null)"})
  (( \${#found} )) && compadd -- "\${found[@]}" || _files
}
compdef _maple maple
# To keep: maple completion zsh >> ~/.zshrc, behind compinit`,
  fish: `function __maple_words
  set -l typed (commandline -opc) (commandline -ct)
  maple completion words $typed[2..] 2>/dev/null
end
complete -c maple -a '(__maple_words)'
# To keep: maple completion fish > ~/.config/fish/completions/maple.fish`,
};

/** The script of a shell, or undefined. */
export function completionScript(shell: string | undefined): string | undefined {
  const found = shells.find((each) => each === shell);
  return found === undefined ? undefined : scripts[found];
}

/** What can stand in the place of the last word, in alphabetical order. */
export function completeWords(line: readonly string[], known: Completable): readonly string[] {
  const typed = line.at(-1) ?? "";
  const before = line.slice(0, -1);
  return [...new Set(candidates(before[0] === "help" ? before.slice(1) : before, typed, known))]
    .filter((word) => word.startsWith(typed))
    .toSorted();
}

function candidates(before: readonly string[], typed: string, known: Completable): readonly string[] {
  const { commands, ofOneWord, values } = known;
  const [first, second] = before;
  if (first === undefined) {
    const firsts = commands.map(({ words }) => words[0] ?? "");
    return [...services, "help", "completion", ...ofOneWord.map(({ word }) => word), ...firsts];
  }
  if (first === "completion") return shells;
  const single = ofOneWord.find(({ word }) => word === first);
  if (single !== undefined) {
    const common = single.by === "partner" ? ["url", "key", "json", "help"] : ["env", "url", "token", "json", "help"];
    if (typed.startsWith("-")) return [...Object.keys(single.options), ...common].map((name) => `--${name}`);
    return before.length === 1 ? (values[first] ?? []) : [];
  }
  const command = commands.find(({ words }) => words.every((word, index) => before[index] === word));
  if (command === undefined) {
    return second === undefined
      ? commands.filter(({ words }) => words[0] === first).map(({ words }) => words[1] ?? "")
      : [];
  }
  if (!typed.startsWith("-")) return [];
  const credential = command.by === "partner" ? ["key"] : ["env", "token"];
  const common = [
    "url",
    "json",
    "help",
    "idempotency-key",
    ...credential,
    ...(command.body === "document" ? ["file"] : []),
  ];
  return [...command.options.map(({ name }) => name), ...common].map((name) => `--${name}`);
}
