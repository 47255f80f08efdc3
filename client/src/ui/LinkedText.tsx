import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linkify } from '../lib/text/linkify';

/**
 * A member's text with its links; everything else stays text. Each part is its own element: a browser that
 * translates the page moves text nodes, which React then could neither change nor remove.
 */
export function LinkedText({ text }: { text: string }) {
  let offset = 0;
  return linkify(text).map((part) => {
    const key = offset;
    offset += part.text.length;
    return part.kind === 'text' ? (
      <span key={key}>{part.text}</span>
    ) : (
      // An address reads from left to right, also in a text that doesn't.
      <PageLink key={key} href={part.href} dir="ltr">
        {part.text}
      </PageLink>
    );
  });
}

const className = 'wrap-anywhere underline underline-offset-2 hover:no-underline';
/** Paths of the application's own pages, which open in the same tab. */
const page =
  /^\/(?:projects|people|collaborators|messages|dashboard|work|profile|settings|privacy|terms|support|about)(?![\w-])/u;

interface PageLinkProps {
  href: string;
  dir?: 'ltr';
  children: ReactNode;
}

/** A link in a member's text. Links to other sites open in a new tab and pass no endorsement. */
export function PageLink({ href, dir, children }: PageLinkProps) {
  const { origin, pathname, search, hash } = new URL(href);
  if (origin === location.origin && page.test(pathname))
    return (
      <Link to={`${pathname}${search}${hash}`} dir={dir} className={className}>
        {children}
      </Link>
    );
  return (
    <a href={href} dir={dir} target="_blank" rel="noopener noreferrer nofollow ugc" className={className}>
      {children}
    </a>
  );
}
