/**
 * The graph of a document's modifier groups: which group is offered below which, through its options. A group is below
 * another by its definition or by a reference. Finds cycles, chains of more than eight groups, and overrides that
 * contradict the group they refer to. Linear in the number of attachments; nothing here recurses.
 */
import type { SelectionRules } from "./menu-document.ts";
import type { MenuIssues, DocumentNode } from "./menu-issues.ts";
import { effectiveRules, faultsOfRules, type OptionRoom } from "./selection-rules.ts";

interface Edge {
  readonly to: string;
  readonly node: DocumentNode;
}

interface Override {
  readonly groupId: string;
  readonly rules: SelectionRules;
  readonly node: DocumentNode;
}

interface GroupFacts {
  readonly rules: SelectionRules;
  readonly room: OptionRoom;
}

export class GroupGraph {
  readonly #edges = new Map<string, Edge[]>();
  readonly #facts = new Map<string, GroupFacts>();
  readonly #overrides: Override[] = [];
  readonly #enclosing: (string | undefined)[] = [];

  /** How many groups enclose the node that is being read. */
  get depth(): number {
    return this.#enclosing.length;
  }

  /** Reads `work` as the inside of a group, which itself hangs on the enclosing one. */
  within<T>(groupId: string | undefined, node: DocumentNode, work: () => T): T {
    if (groupId !== undefined) {
      this.#hang(groupId, node);
      if (!this.#edges.has(groupId)) this.#edges.set(groupId, []);
    }
    this.#enclosing.push(groupId);
    const result = work();
    this.#enclosing.pop();
    return result;
  }

  define(groupId: string, facts: GroupFacts): void {
    this.#facts.set(groupId, facts);
  }

  refer(groupId: string, rules: SelectionRules, node: DocumentNode): void {
    this.#hang(groupId, node);
    this.#overrides.push({ groupId, rules, node });
  }

  #hang(groupId: string, node: DocumentNode): void {
    const parent = this.#enclosing.at(-1);
    if (parent !== undefined) this.#edges.get(parent)?.push({ to: groupId, node });
  }

  check(issues: MenuIssues, maxNesting: number): void {
    const { order, cyclic } = this.#walk(issues);
    if (!cyclic) this.#checkNesting(order, issues, maxNesting);
    for (const { groupId, rules, node } of this.#overrides) {
      const facts = this.#facts.get(groupId);
      if (facts === undefined) continue;
      for (const { keys, code, message } of faultsOfRules(effectiveRules(facts.rules, rules), facts.room, rules)) {
        issues.add(node, keys, code, message);
      }
    }
  }

  /** Depth first with its own stack: an edge back to a group on the stack is a cycle. Gives the groups leaves first. */
  #walk(issues: MenuIssues): { order: string[]; cyclic: boolean } {
    const state = new Map<string, "entered" | "left">();
    const order: string[] = [];
    let cyclic = false;
    for (const root of this.#edges.keys()) {
      const stack = [{ group: root, next: 0 }];
      if (state.has(root)) continue;
      state.set(root, "entered");
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const edge = this.#edges.get(top.group)?.[top.next++];
        if (edge === undefined) {
          state.set(top.group, "left");
          order.push(top.group);
          stack.pop();
        } else if (state.get(edge.to) === "entered") {
          cyclic = true;
          issues.add(edge.node, ["groupId"], "cycle", `group ${edge.to} contains itself through this reference`);
        } else if (!state.has(edge.to)) {
          state.set(edge.to, "entered");
          stack.push({ group: edge.to, next: 0 });
        }
      }
    }
    return { order, cyclic };
  }

  /** The longest chain that leads to each group; an attachment that would make the ninth link is the fault. */
  #checkNesting(leavesFirst: readonly string[], issues: MenuIssues, maxNesting: number): void {
    const depth = new Map<string, number>();
    for (const group of leavesFirst.toReversed()) {
      const own = depth.get(group) ?? 1;
      for (const { to, node } of this.#edges.get(group) ?? []) {
        if (own === maxNesting) {
          issues.add(node, [], "limit", `groups nest at most ${maxNesting} deep, references included`);
        } else depth.set(to, Math.max(depth.get(to) ?? 1, own + 1));
      }
    }
  }
}
