/** The addresses of the pages of single parts of a menu. Pure. */

/** Where a dish is changed; `newIn` is the section that a new one was begun in. */
export function dishPath(menuPath: string, dishId: string, newIn: string | null = null): string {
  const query = new URLSearchParams({ dish: dishId, ...(newIn === null ? {} : { new: newIn }) });
  return `${menuPath}/dish?${query.toString()}`;
}

/** Where a new dish is begun. */
export function newDishPath(menuPath: string, sectionId: string): string {
  return `${menuPath}/dish?${new URLSearchParams({ new: sectionId }).toString()}`;
}

/** Where a section is changed, or a new one of that id is written. */
export function sectionPath(menuPath: string, id: string, isNew: boolean): string {
  return `${menuPath}/section?${new URLSearchParams({ section: id, ...(isNew ? { new: "1" } : {}) }).toString()}`;
}

/** Where a group of choices is changed, or a new one of that id is written. */
export function choicesPath(menuPath: string, id: string, isNew: boolean): string {
  return `${menuPath}/choices?${new URLSearchParams({ group: id, ...(isNew ? { new: "1" } : {}) }).toString()}`;
}

/** Where a tax is changed, or a new one of that id is written. */
export function taxPath(menuPath: string, id: string, isNew: boolean): string {
  return `${menuPath}/tax?${new URLSearchParams({ tax: id, ...(isNew ? { new: "1" } : {}) }).toString()}`;
}

/** Where a new section, a new group of choices or a new tax is begun. */
export function newPartPath(menuPath: string, kind: "section" | "choices" | "tax"): string {
  return `${menuPath}/${kind}?new=1`;
}
