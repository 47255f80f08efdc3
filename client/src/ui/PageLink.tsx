import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

const className = 'wrap-anywhere underline underline-offset-2 hover:no-underline';
/** The application's own pages, which open in place. */
const page = /^\/(?:projects|messages|dashboard|work|profile|settings)(?![\w-])/u;

/** A link that a member wrote. One that leads elsewhere opens beside the application and vouches for nothing. */
export function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const { origin, pathname, search, hash } = new URL(href);
  if (origin === location.origin && page.test(pathname))
    return (
      <Link to={`${pathname}${search}${hash}`} className={className}>
        {children}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={className}>
      {children}
    </a>
  );
}
