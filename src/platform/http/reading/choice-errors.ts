/**
 * Turns the schema library's errors about a choice into one that a person understands. A choice is a union, most often of
 * something and null. Of the possible forms, the errors name only the one that the value was meant to have. Pure.
 */
import type { TLocalizedValidationError } from "typebox/error";

type Fault = TLocalizedValidationError;

/** The errors without those of forms that the value was not meant to have; of no form at all, one error says what there is. */
export function clearChoices(errors: readonly Fault[]): readonly Fault[] {
  const clear: Fault[] = [];
  // The library tells of the forms first, then of the choice; inner choices come before outer ones.
  for (const error of errors) {
    if (error.keyword !== "anyOf" && error.keyword !== "oneOf") clear.push(error);
    else clear.push(...meantBy(error, takeForms(clear, error)));
  }
  return clear;
}

/** Takes the errors of the choice's forms off the end of the list, gathered by form. */
function takeForms(list: Fault[], choice: Fault): readonly (readonly Fault[])[] {
  const start = `${choice.schemaPath}/${choice.keyword}/`;
  let from = list.length;
  while (from > 0 && isInside(list[from - 1], choice, start)) from--;
  const forms = new Map<string, Fault[]>();
  for (const error of list.splice(from)) {
    const form = error.schemaPath.slice(start.length).split("/", 1)[0] ?? "";
    const own = forms.get(form);
    if (own === undefined) forms.set(form, [error]);
    else own.push(error);
  }
  return [...forms.values()];
}

function isInside(error: Fault | undefined, { instancePath }: Fault, start: string): boolean {
  if (error?.schemaPath.startsWith(start) !== true) return false;
  return error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`);
}

function meantBy(choice: Fault, forms: readonly (readonly Fault[])[]): readonly Fault[] {
  const isOfType = forms.filter((form) => typesOf(form, choice).length === 0);
  if (isOfType.length === 0) {
    const type = [...new Set(forms.flatMap((form) => typesOf(form, choice)))];
    return type.length === 0 ? [choice] : [{ ...choice, keyword: "type", params: { type } }];
  }
  const values = isOfType.flatMap((form) => valuesOf(form, choice));
  if (values.length > 1 && values.length === isOfType.length)
    return [{ ...choice, keyword: "enum", params: { allowedValues: values } }];
  const named = isOfType.filter((form) => tagsOf(form, choice).length === 0);
  if (named.length === 0 && isOfType.length > 1) return tagError(isOfType, choice);
  return (named.length === 0 ? isOfType : named).reduce((closest, form) =>
    form.length < closest.length ? form : closest,
  );
}

/** The types that a form wants instead of the value's. */
function typesOf(form: readonly Fault[], { instancePath }: Fault): readonly string[] {
  return form.flatMap((error) =>
    error.keyword === "type" && error.instancePath === instancePath ? [error.params.type].flat() : [],
  );
}

/** The one value that a form is, such as 5 of the minutes 5, 10 and 15. */
function valuesOf(form: readonly Fault[], { instancePath }: Fault): readonly unknown[] {
  return form.flatMap((error) =>
    error.keyword === "const" && error.instancePath === instancePath ? [error.params.allowedValue] : [],
  );
}

/** The constant fields of a form, such as `type: "Circle"`, that the value has otherwise. */
function tagsOf(form: readonly Fault[], { instancePath }: Fault): readonly Extract<Fault, { keyword: "const" }>[] {
  return form.flatMap((error) =>
    error.keyword === "const" && error.instancePath.lastIndexOf("/") === instancePath.length ? [error] : [],
  );
}

function tagError(forms: readonly (readonly Fault[])[], choice: Fault): readonly Fault[] {
  const tags = forms.flatMap((form) => tagsOf(form, choice));
  const first = tags[0];
  if (first === undefined) return [choice];
  const same = tags.filter(({ instancePath }) => instancePath === first.instancePath);
  return [{ ...first, keyword: "enum", params: { allowedValues: same.map(({ params }) => params.allowedValue) } }];
}
