import type { ReactNode } from 'react';

/** A link that a member wrote: it opens beside the application and vouches for nothing. */
export const PageLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="wrap-anywhere underline underline-offset-2 hover:no-underline"
  >
    {children}
  </a>
);
