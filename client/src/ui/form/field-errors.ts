import type { FieldErrors } from '@sangam/shared/core/schemas';

export interface FieldState {
  error: string | undefined;
  invalid: boolean;
}

/**
 * What each field shows of a list of complaints. A sentence that several fields share ('Please fill in all fields') is
 * said once, at the first of them; the others are only marked.
 */
export function fieldStates(errors: FieldErrors): (field: string) => FieldState {
  const said = new Map<string, string>();
  for (const { field, message } of errors) if (!said.has(message)) said.set(message, field);
  return (field) => {
    const own = errors.find((item) => item.field === field);
    return {
      invalid: own !== undefined,
      error: own !== undefined && said.get(own.message) === field ? own.message : undefined,
    };
  };
}

/** Focuses the first field of a form that is marked as invalid; call it once the marks are in the document. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
