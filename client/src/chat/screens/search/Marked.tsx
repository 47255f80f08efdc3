import { placesOf } from '@sangam/shared/chat/search-text';

/** A text with the words marked that were looked for. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const places = words.length === 0 ? [] : placesOf(text, words);
  const parts = places.map(([start, end], index) => ({
    start,
    before: text.slice(places[index - 1]?.[1] ?? 0, start),
    word: text.slice(start, end),
  }));
  return (
    <>
      {parts.map(({ start, before, word }) => (
        <span key={start}>
          {before}
          <mark className="rounded-xs bg-accent-soft font-semibold text-fg">{word}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.[1] ?? 0)}
    </>
  );
}
