import type { Mention } from '@sangam/shared/chat/mentions';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { Suspense } from 'react';
import { currentUserId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { isOnlyEmoji } from '../../../lib/text/only-emoji';
import { cx } from '../../../ui/cx';
import { LinkedText } from '../../../ui/LinkedText';
import { filesPlace, type ShownFile } from '../thread-items/row-height';
import { type MessageItem, sentOf, storedOf } from '../thread-items/thread.select';
import { textPartOf } from './text-parts';

/** Loaded on demand, since few messages are replies or have files. */
const Quote = lazyPart(() => import('./Quote'), 'Quote');
const MessageFiles = lazyPart(() => import('../attachments/MessageFiles'), 'MessageFiles');

interface MessageContentProps {
  item: MessageItem;
  conversation: ConversationKey;
  own: boolean;
  /** The conversation's name. */
  name: string;
  /** The id of the element with the text. */
  textId: string;
}

/** A message's content: the quote it replies to, its files and its text. */
export function MessageContent({ item, conversation, own, name, textId }: MessageContentProps) {
  const { content, attachments, reply_to: answered } = sentOf(item);
  const stored = storedOf(item);
  return (
    <>
      {answered !== undefined && !stored?.deleted_at && (
        <Suspense fallback={<span className="mb-1 block h-11" />}>
          <Quote conversation={conversation} name={name} seq={answered} from={stored?.seq} />
        </Suspense>
      )}
      {attachments && (
        <Suspense fallback={<FilesPlace files={attachments} />}>
          <MessageFiles
            files={attachments}
            messageId={stored?.id ?? null}
            senderId={own ? null : (stored?.sender_id ?? null)}
          />
        </Suspense>
      )}
      {stored?.deleted_at ? (
        <em id={textId} className="text-muted">
          {content}
        </em>
      ) : (
        content !== attachments?.[0]?.name && (
          <bdi id={textId} className={cx(isOnlyEmoji(content) && 'big-emoji')}>
            <MessageText text={content} mentions={stored?.mentions} />
          </bdi>
        )
      )}
    </>
  );
}

/** Reserves the files' place until their code has loaded. In a narrow bubble, pictures keep their proportions. */
function FilesPlace({ files }: { files: readonly ShownFile[] }) {
  const { width, height, pictures } = filesPlace(files);
  return (
    <div className="-mx-1.5">
      <div className="max-w-full" style={{ width }}>
        <div
          className="max-w-full"
          style={{ width: pictures.width, aspectRatio: `${pictures.width} / ${pictures.height}` }}
        />
        <div style={{ height: height - pictures.height }} />
      </div>
    </div>
  );
}

/** A message's text: with formatting (R6.12) and mentions, or only with links if it has neither. */
export function MessageText({ text, mentions }: { text: string; mentions?: readonly Mention[] | undefined }) {
  const part = textPartOf(text, mentions);
  if (part === null) return <LinkedText text={text} />;
  return (
    <Suspense fallback={<span>{withoutFormatting(text)}</span>}>
      <part.View text={text} mentions={mentions ?? []} me={currentUserId() ?? 0} />
    </Suspense>
  );
}
