import { type Block, type Inline, parseFormat } from '@sangam/shared/core/format/parse';
import { withoutSentenceEnd } from '@sangam/shared/core/text';

const address = /https?:\/\/[^\s<>"“”„«»*~`]+/giu;

/** The addresses of pages in a message, each once, in order. Addresses in code don't count. */
export function linksOf(content: string): string[] {
  const found = parseFormat(content).flatMap(ofBlock);
  return [...new Set(found.filter(isPage))];
}

function ofBlock(block: Block): string[] {
  if (block.kind === 'code') return [];
  if (block.kind === 'list') return block.items.flat().flatMap(ofBlock);
  return block.kind === 'quote' ? block.children.flatMap(ofBlock) : block.children.flatMap(linksOfInline);
}

function linksOfInline(part: Inline): string[] {
  if (part.kind === 'link') return [part.href];
  if (part.kind === 'text') return Array.from(part.text.matchAll(address), ([found]) => withoutSentenceEnd(found));
  return part.kind === 'code' ? [] : part.children.flatMap(linksOfInline);
}

/** Excludes addresses with a username before the host, which disguises one address as another. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password, hostname } = new URL(url);
  return username === '' && password === '' && hostname !== '';
}
