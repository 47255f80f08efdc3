import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { linkify, pageHref } from './linkify';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  /** `host`: the link's host if its text doesn't show it, otherwise null. */
  | { kind: 'link'; href: string; host: string | null; children: Inline[] };

export type Block =
  /** Has line breaks as they were typed. */
  | { kind: 'text'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] };

/**
 * Parses a message's format: bold, italic, strikethrough, code, lists, quotes and links (R6.12). Everything else stays
 * as typed.
 */
export function parseFormat(text: string): Block[] {
  return blocksOf(new Lexer({ gfm: true, breaks: true, tokenizer: new ChatTokenizer() }).lex(text));
}

/**
 * The maximum depth of quotes and lists, so that a long row of signs can't cause endless recursion. Deeper ones stay
 * text.
 */
const DEPTH_MAX = 4;
/** Next to these characters a sign is no emphasis but part of a word, a path, a sum or a face. */
const joins = { before: /[\p{L}\p{N}*_/\\)\]}<>@#=+]/u, after: /[\p{L}\p{N}*_/\\([{<>@#=+]/u };
/** Finding the end of each takes a pass over the rest of the text. */
const EMPHASES_MAX = 100;
const none = () => undefined;

/** The subset of Markdown for chat. Headings, tables, pictures, HTML and references stay text. */
class ChatTokenizer extends Tokenizer {
  #depth = 0;
  #emphases = 0;
  override code = none;
  override heading = none;
  override lheading = none;
  override hr = none;
  override html = none;
  override tag = none;
  override def = none;
  override table = none;
  override reflink = none;
  override autolink = none;
  override url = none;

  // The closing signs may follow the code on its line, and only a possible language name is left out.
  override fences(src: string): Tokens.Code | undefined {
    const [raw, code] = /^```(?:[\w+#.-]{1,20}\n|\n)?([\s\S]*?)(?:```[^\S\n]*(?:\n|$)|$)/u.exec(src) ?? [];
    const text = code?.replace(/\n$/u, '');
    return raw !== undefined && text?.trim() ? { type: 'code', raw, text } : undefined;
  }

  // Needs a space: `>_<` is a face.
  override blockquote(src: string) {
    return /^> *\S/u.test(src) && src[1] === ' ' ? this.#nested(() => super.blockquote(src)) : undefined;
  }

  override list(src: string) {
    return /^(?:[-*]|\d{1,9}[.)]) +\S/u.test(src) ? this.#nested(() => super.list(src)) : undefined;
  }

  // Inside a word the signs are arithmetic, `2*3*4`, or a name, `__init__`.
  override emStrong(src: string, maskedSrc: string, prevChar = '') {
    if (!/^(?:\*|_(?!_))/u.test(src) || ++this.#emphases > EMPHASES_MAX) return undefined;
    const found = super.emStrong(src, maskedSrc, prevChar);
    if (!found) return undefined;
    return joins.before.test(prevChar) || joins.after.test(src.charAt(found.raw.length)) ? undefined : found;
  }

  override del(src: string, maskedSrc: string, prevChar = '') {
    return src.startsWith('~~') ? super.del(src, maskedSrc, prevChar) : undefined;
  }

  // Keeps the backslash of `¯\_(ツ)_/¯`.
  override escape(src: string) {
    const found = super.escape(src);
    return found?.text === '_' ? { ...found, text: found.raw } : found;
  }

  override link(src: string) {
    const found = super.link(src);
    return found?.type === 'link' && pageHref(found.href) !== null ? found : undefined;
  }

  #nested<T>(read: () => T): T | undefined {
    if (this.#depth >= DEPTH_MAX) return undefined;
    this.#depth++;
    const found = read();
    this.#depth--;
    return found;
  }
}

/** Converts block tokens. Consecutive text is one block, with the line breaks between. */
function blocksOf(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    const block = blockOf(token);
    const last = blocks.at(-1);
    if (block.kind === 'text' && last?.kind === 'text') last.children.push(...block.children);
    else blocks.push(block);
  }
  return blocks.map(withoutOuterBreaks).filter((block) => block.kind !== 'text' || block.children.length > 0);
}

/** A block starts on a line of its own, so the breaks around it are removed. */
function withoutOuterBreaks(block: Block, index: number, blocks: readonly Block[]): Block {
  if (block.kind !== 'text') return block;
  const children = [...block.children];
  const trim = (at: 0 | -1, pattern: RegExp) => {
    const end = children.at(at);
    if (end?.kind !== 'text') return;
    const text = end.text.replace(pattern, '');
    children.splice(at, 1, ...(text === '' ? [] : [{ ...end, text }]));
  };
  if (index > 0) trim(0, /^\n/u);
  if (index < blocks.length - 1) trim(-1, /\n$/u);
  return { kind: 'text', children };
}

function blockOf(token: Token): Block {
  if (isCode(token)) return { kind: 'code', text: token.text };
  if (isQuote(token)) return { kind: 'quote', children: blocksOf(token.tokens) };
  if (isList(token))
    return {
      kind: 'list',
      isOrdered: token.ordered,
      start: token.start === '' ? 1 : token.start,
      items: token.items.map((item) => blocksOf(item.tokens)),
    };
  const breaks = /\n*$/u.exec(token.raw)?.[0] ?? '';
  if (token.type === 'space') return { kind: 'text', children: [{ kind: 'text', text: breaks }] };
  const inlines = 'tokens' in token && token.tokens ? inlinesOf(token.tokens) : textOf(token.raw.trimEnd());
  return { kind: 'text', children: [...inlines, ...(breaks === '' ? [] : [{ kind: 'text' as const, text: breaks }])] };
}

const inlinesOf = (tokens: readonly Token[]): Inline[] => tokens.flatMap(inlineOf);

function inlineOf(token: Token): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: inlinesOf(token.tokens ?? []) }];
    case 'codespan':
      // The raw text still has the line breaks.
      return [{ kind: 'code', text: token.raw.replace(/^`+|`+$/gu, '') }];
    case 'link':
      return [linkOf(token as Tokens.Link)];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'br':
      return [{ kind: 'text', text: '\n' }];
    default:
      return textOf(token.raw);
  }
}

/** Plain text with its addresses as links. */
const textOf = (text: string): Inline[] =>
  linkify(text).map((part) =>
    part.kind === 'text'
      ? part
      : { kind: 'link', href: part.href, host: null, children: [{ kind: 'text', text: part.text }] },
  );

/** A link with its own text. Addresses inside that text stay plain, since a link can't contain a link. */
function linkOf({ href, text }: Tokens.Link): Inline {
  const { host } = new URL(href);
  return {
    kind: 'link',
    href: pageHref(href) ?? href,
    host: text.includes(host) ? null : host,
    children: [{ kind: 'text', text }],
  };
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
