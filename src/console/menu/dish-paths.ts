/** The addresses of the page of a dish. Pure. */

/** Where a dish is changed; `newIn` is the section that a new one was begun in. */
export function dishPath(menuPath: string, dishId: string, newIn: string | null = null): string {
  const query = new URLSearchParams({ dish: dishId, ...(newIn === null ? {} : { new: newIn }) });
  return `${menuPath}/dish?${query.toString()}`;
}

/** Where a new dish is begun. */
export function newDishPath(menuPath: string, sectionId: string): string {
  return `${menuPath}/dish?${new URLSearchParams({ new: sectionId }).toString()}`;
}
