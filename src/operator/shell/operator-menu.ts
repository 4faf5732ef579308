/** The pages of the operator in the order of the menu. Pure. */
export const operatorMenu = [
  { name: "health", title: "Health", path: "/operator" },
  { name: "find", title: "Find", path: "/operator/find" },
  { name: "apps", title: "Apps", path: "/operator/apps" },
  { name: "locations", title: "Locations", path: "/operator/locations" },
  { name: "channels", title: "Channels", path: "/operator/channels" },
  { name: "messages", title: "Messages", path: "/operator/messages" },
  { name: "money", title: "Money", path: "/operator/money" },
  { name: "operations", title: "Operations", path: "/operator/operations" },
  { name: "feedback", title: "Feedback", path: "/operator/feedback" },
  { name: "guests", title: "Guests’ data", path: "/operator/guests" },
  { name: "people", title: "People", path: "/operator/people" },
  { name: "audit", title: "Audit", path: "/operator/audit" },
] as const;

export type OperatorPageName = (typeof operatorMenu)[number]["name"];
