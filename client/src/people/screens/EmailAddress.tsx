import { Mail } from 'lucide-react';

interface EmailAddressProps {
  email: string;
}

/** An email address without a link, for the reader's own. */
export const EmailAddress = ({ email }: EmailAddressProps) => (
  <span className="inline-flex gap-2 text-sm">
    <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="wrap-anywhere min-w-0">{email}</span>
  </span>
);

/** Another member's email address, which opens the reader's mail program. */
export const EmailLink = ({ email }: EmailAddressProps) => (
  <a
    href={`mailto:${email}`}
    className="inline-flex min-h-control-sm min-w-control-sm items-center text-muted hover:text-fg hover:underline"
  >
    <EmailAddress email={email} />
  </a>
);
