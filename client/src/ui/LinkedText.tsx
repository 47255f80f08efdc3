import { linkify } from '../lib/text/linkify';
import { PageLink } from './PageLink';

/** What a member wrote: links are links, everything else is text. */
export function LinkedText({ text }: { text: string }) {
  let offset = 0;
  return linkify(text).map((part) => {
    const key = offset;
    offset += part.text.length;
    return part.kind === 'text' ? (
      part.text
    ) : (
      <PageLink key={key} href={part.href}>
        {part.text}
      </PageLink>
    );
  });
}
