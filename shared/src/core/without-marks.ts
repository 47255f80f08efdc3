/** More than any preview shows. */
const MAX_CHARS = 800;

// Spans are bounded, so that a text of marks takes no longer. Adjacent characters can make an emphasis part of a word, a path or
// a sum.
const kinds = [
  /```(?:[\w+#.-]{1,20}\n|\n)?(?<block>[\s\S]*?)(?:```|(?![\s\S]))/u,
  /(?<!`)(?<ticks>`{1,2})(?!`)(?<code>[^\n]{0,300}?[^`\n])\k<ticks>(?!`)/u,
  /\\(?<escaped>[!-/:-@[-^{-~`])/u,
  /\[(?<named>[^\][\n]{1,300})\]\(https?:\/\/[^\s()<>]{1,300}\)/u,
  /^(?:> +)+(?=\S)/u,
  /^ *(?<bullet>[-*]) +(?=\S)/u,
  /~~(?=\S)(?<struck>(?:[^\n]|\n(?!\n)){0,300}?\S)~~/u,
  /(?<![\p{L}\p{N}*_/\\)\]}<>@#=+])(?<sign>\*\*|\*(?!\*)|_(?!_))(?=\S)(?<stressed>(?:[^\n]|\n(?!\n)){0,300}?\S)\k<sign>(?![\p{L}\p{N}*_/\\([{<>@#=+])/u,
];
const marks = new RegExp(kinds.map(({ source }) => source).join('|'), 'gmu');

type Found = Partial<Record<'block' | 'code' | 'escaped' | 'named' | 'bullet' | 'struck' | 'stressed', string>>;

function wordsOf({ block, code, escaped, named, bullet, struck, stressed }: Found): string {
  if (block !== undefined) return ` ${block} `;
  if (bullet !== undefined) return '• ';
  const within = struck ?? stressed;
  return within === undefined ? (code ?? escaped ?? named ?? '') : strip(within);
}

const strip = (text: string): string =>
  text.replace(marks, (...found: unknown[]) => wordsOf((found.at(-1) ?? {}) as Found));

/** Returns the beginning of a message without its formatting marks, for one line in a list, a quote, a search result or a screen reader (R6.12). */
export const withoutMarks = (text: string): string => strip(text.slice(0, MAX_CHARS));
