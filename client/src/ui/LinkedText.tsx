import { linkify } from '../lib/linkify';

/** What a member wrote: links are links, everything else is text. */
export function LinkedText({ text }: { text: string }) {
  let offset = 0;
  return linkify(text).map((part) => {
    const key = offset;
    offset += part.text.length;
    if (part.kind === 'text') return part.text;
    return (
      <a
        key={key}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="wrap-anywhere underline underline-offset-2 hover:no-underline"
      >
        {part.text}
      </a>
    );
  });
}
