import { type ReactNode, useState } from 'react';
import { intendedDomain } from './mistyped-domain';

interface EmailField {
  /** The suggestion, for the end of the label's line, where it moves nothing. */
  aside: ReactNode;
  onFocus: () => void;
  onBlur: () => void;
}

/** Returns props for the form's `email` input that offer to correct a mistyped domain. */
export function useIntendedAddress(email: string, onChange: (email: string) => void): EmailField {
  const [isTyping, setTyping] = useState(false);
  const domain = intendedDomain(email);
  // The typed domain is the beginning of the suggested one, so the member may still be typing it.
  const isUnfinished = isTyping && domain?.startsWith(email.trim().toLowerCase().split('@').at(-1) ?? '');
  return {
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
    aside: (
      <p aria-live="polite" className="text-sm">
        {domain !== null && !isUnfinished && (
          <button
            type="button"
            className="-my-3 inline-flex min-h-control items-center underline underline-offset-2 hover:no-underline"
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
