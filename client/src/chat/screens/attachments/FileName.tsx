/** A longer name is shortened in its middle, so that its ending stays. */
const WHOLE_CHARS = 18;
const END_CHARS = 10;

/** A file's name on one line. Both its beginning and its ending stay readable. */
export function FileName({ name }: { name: string }) {
  const chars = Array.from(name);
  if (chars.length <= WHOLE_CHARS)
    return (
      <bdi className="block truncate" title={name}>
        {name}
      </bdi>
    );
  return (
    <bdi className="flex" title={name}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate">
        {chars.slice(0, -END_CHARS).join('')}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {chars.slice(-END_CHARS).join('')}
      </span>
    </bdi>
  );
}
