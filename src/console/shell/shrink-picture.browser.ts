/**
 * Makes a chosen picture smaller where it has more bytes than it should (`data-good-bytes`): photos of telephones have
 * more than any page needs. What cannot be made small enough for the server (`data-most-bytes`) is said at once in the
 * words of `data-too-large`, and the form waits for another file. Without script the server refuses it.
 */

// On the document, so that forms that are put into the page later are looked after too.
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches("input[type=file][data-good-bytes]")) void fit(target);
});

/** The longest side, and how good the picture stays: the first that is small enough is taken. */
const tries = [
  [2400, 0.85],
  [1800, 0.8],
  [1200, 0.8],
  [900, 0.75],
  [600, 0.7],
] as const;

async function fit(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  say(input, "");
  const [good, most] = [Number(input.dataset["goodBytes"]), Number(input.dataset["mostBytes"])];
  if (file === undefined || file.size <= good) return;
  const button = input.form?.querySelector("button");
  button?.toggleAttribute("disabled", true);
  try {
    const small = await shrink(file, good);
    // Another file was chosen meanwhile: it has an answer of its own.
    if (input.files?.[0] !== file) return;
    if (small === undefined) return say(input, file.size > most ? (input.dataset["tooLarge"] ?? "") : "");
    const chosen = new DataTransfer();
    chosen.items.add(small);
    input.files = chosen.files;
  } finally {
    button?.toggleAttribute("disabled", false);
  }
}

/** The picture with at most so many bytes; undefined where the browser cannot. */
async function shrink(file: File, most: number): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  // A JPEG has no ground that one sees through; the others may.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  for (const [side, quality] of tries) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (made !== null && made.size <= most) return new File([made], file.name, { type: made.type });
  }
  return undefined;
}

/** Shows what is wrong with the file, and keeps the form from being sent; "" takes it back. */
function say(input: HTMLInputElement, text: string): void {
  const id = `${input.id}-unfit`;
  const shown = document.getElementById(id);
  input.setCustomValidity(text);
  if (text === "") {
    input.removeAttribute("aria-invalid");
    shown?.remove();
    return;
  }
  input.setAttribute("aria-invalid", "true");
  const mistake = document.createElement("p");
  mistake.className = "mistake";
  mistake.id = id;
  mistake.role = "alert";
  mistake.textContent = text;
  input.after(mistake);
}
