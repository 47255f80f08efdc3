import { type ReactNode, useState } from 'react';
import { intendedDomain } from './mistyped-domain';

interface EmailField {
  /** At the end of the label's line, where it moves nothing. */
  aside: ReactNode;
  onFocus: () => void;
  onBlur: () => void;
}

/** Offers to correct a mistyped domain of the form's field `email`: props of its input. */
export function useIntendedAddress(email: string, onChange: (email: string) => void): EmailField {
  const [isTyping, setTyping] = useState(false);
  const domain = intendedDomain(email);
  // The rest may follow.
  const isUnfinished = isTyping && domain?.startsWith(email.trim().toLowerCase().split('@').at(-1) ?? '');
  return {
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
    aside: (
      <p aria-live="polite" className="text-sm">
        {domain !== null && !isUnfinished && (
          <button
            type="button"
            className="-my-3 inline-flex min-h-control items-center text-accent-text underline underline-offset-2 hover:no-underline"
            onClick={({ currentTarget: { form } }) => {
              onChange(`${email.slice(0, email.lastIndexOf('@') + 1)}${domain}`);
              form?.querySelector<HTMLElement>('[name=email]')?.focus();
            }}
          >
            Did you mean {domain}?
          </button>
        )}
      </p>
    ),
  };
}
