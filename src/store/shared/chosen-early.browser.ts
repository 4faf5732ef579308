/**
 * Tells whether fields were changed before the script of the page listened to them: by a quick visitor on a slow line, or
 * by a browser that fills a form again after a reload.
 */
export function isChosenEarly(fields: Iterable<Element>): boolean {
  return Array.from(fields).some((field) => {
    if (field instanceof HTMLSelectElement) {
      // Where no option is marked the first one is shown.
      const first = Array.from(field.options).findIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(0, first);
    }
    if (!(field instanceof HTMLInputElement)) return false;
    const isTicked = field.type === "radio" || field.type === "checkbox";
    return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}
