/** E-mail addresses as people type them: a text is read once from its start to its end. Pure. */

const longestLocalPart = 64;
const longestLabel = 63;

/** An address of the usual kind: a name, an at sign and a domain of two labels or more. */
export function isEmailText(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > longestLocalPart) return false;
  const labels = text.slice(at + 1).split(".");
  const words = text.slice(0, at).split(".");
  return (
    labels.length > 1 && labels.every(isLabel) && words.every((word) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(word))
  );
}

function isLabel(label: string): boolean {
  const isShort = label.length <= longestLabel;
  return isShort && /^[a-z0-9-]+$/i.test(label) && !label.startsWith("-") && !label.endsWith("-");
}
