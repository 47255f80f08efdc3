import { type Block, type Inline, parseFormat } from '@sangam/shared/core/format/parse';
import { type ComponentType, createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { cx } from '../../../ui/cx';
import { LinkedText, PageLink } from '../../../ui/LinkedText';

type Plain = ComponentType<{ text: string }>;
const PlainText = createContext<Plain>(LinkedText);

/**
 * Renders a message's formatting: bold, italic, strikethrough, code, lists, quotes and links (R6.12). `Plain` renders what is neither code
 * nor a link.
 */
export function FormattedText({ text, Plain = LinkedText }: { text: string; Plain?: Plain }) {
  const blocks = useMemo(() => parseFormat(text), [text]);
  return (
    <PlainText value={Plain}>
      <Blocks blocks={blocks} />
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
  switch (inline.kind) {
    case 'text':
      return <Plain text={inline.text} />;
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
      // At its beginning only: anywhere else the host may be part of an address that leads elsewhere.
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
