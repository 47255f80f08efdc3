/** A shortcode that is being typed: `:hea`, or whole with its closing colon. */
export interface TypedCode {
  /** Where its first colon stands. */
  start: number;
  code: string;
  isWhole: boolean;
}

/** Not within a time, an address or `a::b`. A single letter is one when it is whole: `:x:`. */
const typed = /(?<![\p{L}\p{N}:/_]):([\w+-]{2,}|[a-z](?=:$))(:?)$/iu;
const LONGEST_CODE_CHARS = 60;

/** The shortcode that ends where the caret is; null where there is none, and in code, which stays as it is typed. */
export function typedCodeAt(text: string, caret: number): TypedCode | null {
  const [found, code = '', end] = typed.exec(text.slice(Math.max(0, caret - LONGEST_CODE_CHARS), caret)) ?? [];
  if (found === undefined || isInCode(text.slice(0, caret))) return null;
  return { start: caret - found.length, code: code.toLowerCase(), isWhole: end === ':' };
}

const FENCE_SIGNS = 3;

/** Whether what follows this text is code: a block that was begun, or a span on the same line. */
function isInCode(before: string): boolean {
  let opened = 0;
  for (const [part] of before.matchAll(/`+|\n/gu)) {
    if (part === '\n') {
      if (opened < FENCE_SIGNS) opened = 0;
    } else if (opened === 0) opened = part.length;
    else if (part.length === opened || (opened >= FENCE_SIGNS && part.length > opened)) opened = 0;
  }
  return opened > 0;
}
