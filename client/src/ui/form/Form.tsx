import type { ReactNode } from 'react';
import { Button } from '../button/Button';
import { OnlineButton } from '../button/OnlineButton';
import { Banner } from '../page/Banner';
import { onEscape } from './on-escape';
import type { FormState } from './use-form';

interface FormProps {
  form: Pick<FormState<object>, 'failure' | 'busy' | 'submit'>;
  /** Names the form for assistive technology. */
  label: string;
  heading?: ReactNode;
  /** The label of the submit button. */
  submit?: string;
  variant?: 'primary' | 'danger';
  focusSubmit?: boolean;
  /**
   * Keeps the button in place when it is pressed: each field reserves a line for its error, and the failure text follows the button. On a
   * phone the button stays above the bottom bar, wherever the page is scrolled to.
   */
  calm?: boolean;
  /** Adds a Cancel button. */
  onCancel?: () => void;
  /** Called by Escape; without it, Escape stands for Cancel. */
  onEscape?: () => void;
  /** Replaces the submit and Cancel buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form with its failure text above the fields and its buttons below them. */
export function Form({
  form,
  label,
  heading,
  submit,
  variant = 'primary',
  focusSubmit = false,
  calm,
  ...rest
}: FormProps) {
  const { failure, busy } = form;
  const { onCancel, onEscape: leave = onCancel, actions, children } = rest;
  const button = (
    <OnlineButton type="submit" variant={variant} busy={busy} block={onCancel === undefined} autoFocus={focusSubmit}>
      {submit}
    </OnlineButton>
  );
  const cancellable = onCancel && (
    <div className="flex flex-wrap gap-3">
      {button}
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
  const failed = failure && (
    <Banner
      tone="error"
      className="in-data-calm:mt-3 in-data-calm:max-md:sticky in-data-calm:max-md:bottom-[calc(var(--bar-h)+var(--safe-bottom)+0.5rem)] in-data-calm:short:static"
    >
      {failure}
    </Banner>
  );
  return (
    <form
      noValidate
      onSubmit={form.submit}
      onKeyDown={onEscape(leave, busy)}
      className={calm ? 'grid gap-2 [&>button]:mt-1' : 'grid gap-4'}
      data-calm={calm}
      aria-label={label}
    >
      {heading}
      {!calm && failed}
      {children}
      {actions ?? cancellable ?? button}
      {calm && failed}
    </form>
  );
}
