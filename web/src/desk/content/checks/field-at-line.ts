// Finds the field of the form that shows the value on a line of the file. Works with any form: it compares values.

/** The value of a line such as `title = "Frames"`. Null for other lines. */
export function valueOnLine(text: string, line: number): string | null {
  const source = text.split("\n")[line - 1] ?? "";
  const value = source.match(/^\s*[\w-]+\s*=\s*(.*?)\s*$/)?.[1];
  if (value === undefined) return null;
  const quoted = value.match(/^"(.*)"$/)?.[1];
  if (quoted === undefined) return value;
  try {
    return JSON.parse(`"${quoted}"`) as string;
  } catch {
    return quoted;
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The field with this value, or the first one, so that the line leads at least to the form. */
export function fieldWithValue(form: ParentNode, value: string | null): Control | null {
  const fields = [...form.querySelectorAll<Control>("input, textarea, select")];
  return fields.find((field) => field.value === value) ?? fields[0] ?? null;
}
