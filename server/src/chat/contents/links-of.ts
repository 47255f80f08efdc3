import { type Block, type Inline, parseFormat } from '@sangam/shared/core/format/parse';

const address = /https?:\/\/[^\s<>"“”„«»*~`]+/giu;

/** The addresses of pages in a message, each once, in order. Code has none. */
export function linksOf(content: string): string[] {
  const found = parseFormat(content).flatMap(ofBlock);
  return [...new Set(found.filter(isPage))];
}

function ofBlock(block: Block): string[] {
  if (block.kind === 'code') return [];
  if (block.kind === 'list') return block.items.flat().flatMap(ofBlock);
  return block.kind === 'quote' ? block.children.flatMap(ofBlock) : block.children.flatMap(ofInline);
}

function ofInline(part: Inline): string[] {
  if (part.kind === 'link') return [part.href];
  if (part.kind === 'text') return Array.from(part.text.matchAll(address), ([found]) => withoutPunctuation(found));
  return part.kind === 'code' ? [] : part.children.flatMap(ofInline);
}

/** The address without the punctuation of the sentence around it. */
function withoutPunctuation(found: string): string {
  const last = found.at(-1) ?? '';
  const open = { ')': '(', ']': '[', '}': '{' }[last];
  const isOutside = open ? found.split(last).length > found.split(open).length : /[.,;:!?'’_|\\^-]/u.test(last);
  return isOutside ? withoutPunctuation(found.slice(0, -1)) : found;
}

/** A user name before the host disguises an address as another. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, hostname } = new URL(url);
  return username === '' && password === '' && hostname !== '';
}
