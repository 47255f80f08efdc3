import { type Block, type Inline, parseFormat } from '@sangam/shared/core/format/parse';
import { type ComponentType, createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { LINKS_MAX, linkify } from '../../../lib/text/linkify';
import { cx } from '../../../ui/cx';
import { LinkedText, PageLink } from '../../../ui/LinkedText';

type Plain = ComponentType<{ text: string }>;
const PlainText = createContext<Plain>(LinkedText);
/** The parts of a message's text that may have links; null if all may. */
const Linked = createContext<ReadonlySet<Inline> | null>(null);

/** A shorter text can't have more than `LINKS_MAX` links. */
const LINK_MIN_CHARS = 4;

/** Returns the parts of the text up to the last link that is drawn; null for all. */
function linkedIn(text: string, blocks: readonly Block[]): ReadonlySet<Inline> | null {
  if (text.length < LINKS_MAX * LINK_MIN_CHARS) return null;
  const linked = new Set<Inline>();
  let left = LINKS_MAX;
  const readInline = (inline: Inline): void => {
    if ('children' in inline) inline.children.forEach(readInline);
    else if (inline.kind === 'text' && left > 0) {
      linked.add(inline);
      left -= linkify(inline.text).filter(({ kind }) => kind === 'link').length;
    }
  };
  const readBlock = (block: Block): void => {
    if (block.kind === 'list') block.items.flat().forEach(readBlock);
    else if (block.kind === 'quote') block.children.forEach(readBlock);
    else if (block.kind === 'text') block.children.forEach(readInline);
  };
  blocks.forEach(readBlock);
  return linked;
}

/**
 * Renders a message's formatting: bold, italic, strikethrough, code, lists, quotes and links (R6.12). `Plain` renders all text except code
 * and labelled links.
 */
export function FormattedText({ text, Plain = LinkedText }: { text: string; Plain?: Plain }) {
  const blocks = useMemo(() => parseFormat(text), [text]);
  const linked = useMemo(() => linkedIn(text, blocks), [text, blocks]);
  return (
    <PlainText value={Plain}>
      <Linked value={linked}>
        <Blocks blocks={blocks} />
      </Linked>
    </PlainText>
  );
}

function each<T>(parts: readonly T[], view: (part: T) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
  return parts.map((part, index) => <Fragment key={index}>{view(part)}</Fragment>);
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  each(blocks, (block) => <BlockView block={block} isAlone={blocks.length === 1} />);

function BlockView({ block, isAlone }: { block: Block; isAlone: boolean }): ReactNode {
  const apart = !isAlone && 'my-1';
  switch (block.kind) {
    case 'text':
      return <Inlines inlines={block.children} />;
    case 'code':
      return (
        <pre dir="ltr" className={cx('rounded-md bg-surface px-2.5 py-1.5 whitespace-pre-wrap wrap-anywhere', apart)}>
          <code className="font-mono text-sm">{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote dir="auto" className={cx('border-accent border-s-2 ps-2.5', apart)}>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List
          dir="auto"
          start={block.isOrdered ? block.start : undefined}
          className={cx(block.isOrdered ? 'list-decimal ps-7' : 'list-disc ps-5', apart)}
        >
          {each(block.items, (item) => (
            <li>
              <Blocks blocks={item} />
            </li>
          ))}
        </List>
      );
    }
  }
}

const Inlines = ({ inlines }: { inlines: readonly Inline[] }) =>
  each(inlines, (inline) => <InlineView inline={inline} />);

function InlineView({ inline }: { inline: Inline }): ReactNode {
  const Plain = useContext(PlainText);
  const linked = useContext(Linked);
  switch (inline.kind) {
    case 'text':
      return linked?.has(inline) === false ? <span>{inline.text}</span> : <Plain text={inline.text} />;
    case 'code':
      return (
        <code
          dir="ltr"
          className="rounded-sm bg-surface box-decoration-clone px-1 py-0.5 font-mono text-sm wrap-anywhere"
        >
          {inline.text}
        </code>
      );
    case 'link': {
      const { host } = new URL(inline.href);
      // The host counts as shown only at the beginning of the text: anywhere else it may be part of an address that leads elsewhere.
      const isShown = `${inline.text.replace(/^https?:../u, '')}/`.startsWith(`${host}/`);
      return (
        <>
          <PageLink href={inline.href}>{inline.text}</PageLink>
          {!isShown && <bdi className="text-muted"> ({host})</bdi>}
        </>
      );
    }
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines inlines={inline.children} />
        </strong>
      );
    default: {
      const Kind = inline.kind;
      return (
        <Kind>
          <Inlines inlines={inline.children} />
        </Kind>
      );
    }
  }
}
