/** The pages of the operator in the order of the menu. Pure. */
export const operatorMenu = [
  { name: "health", title: "Health", path: "/operator" },
  { name: "find", title: "Find", path: "/operator/find" },
  { name: "apps", title: "Apps", path: "/operator/apps" },
] as const;

export type OperatorPageName = (typeof operatorMenu)[number]["name"];
