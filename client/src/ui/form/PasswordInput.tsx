import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from '../cx';
import { FieldFrame, type FieldProps, useField } from './field';

interface PasswordInputProps extends FieldProps, Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> {
  /** Tells a password manager whether to fill in or suggest a password. */
  autoComplete: 'current-password' | 'new-password';
  aside?: ReactNode;
}

/** A password with a toggle that shows it. */
export function PasswordInput({
  label,
  hint,
  error,
  invalid,
  hideLabel,
  aside,
  id: givenId,
  className,
  ...rest
}: PasswordInputProps) {
  const { id, aria, look } = useField({ hint, error, invalid }, givenId);
  const [shown, setShown] = useState(false);
  const toggleLabel = `${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`;
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} aside={aside}>
      <div className="relative">
        <input
          {...rest}
          {...aria}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={cx(look, 'pr-12', className)}
        />
        <button
          type="button"
          aria-label={toggleLabel}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-faint transition-colors hover:text-fg"
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      </div>
    </FieldFrame>
  );
}
