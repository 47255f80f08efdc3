import type { Attachment } from '@sangam/shared/chat/attachments';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { IconButton } from '../../../ui/button/IconButton';
import { useBackCloses } from '../../../ui/overlay/back-closes';
import { followChangedMessages } from '../../state/changed-messages';
import { useAttachmentLink } from '../../state/files/attachment-links';
import { retryPicture } from '../../state/files/pictures';
import { pictureViewer, type ViewedPictures } from '../../state/files/viewed-pictures';
import { useIsMessageHidden } from '../../state/kinds';
import { useThreads } from '../../state/thread/threads';
import { FileName } from './FileName';

interface PictureViewerProps {
  conversation: ConversationKey;
  viewed: ViewedPictures;
}

const ZOOM_MAX = 4;
const ZOOM_STEP = 1.5;

/** Shows a message's pictures over the whole page: arrow keys switch, + and - zoom, dragging pans. */
export function PictureViewer({ conversation, viewed: { messageId, senderId, pictures, first } }: PictureViewerProps) {
  const onClose = pictureViewer.close;
  const isDeleted = useThreads(
    ({ byId }) => byId[conversation]?.messages.find(({ id }) => id === messageId)?.deleted_at !== undefined,
  );
  const isHidden = useIsMessageHidden(conversation, senderId ?? undefined);
  useEffect(() => {
    if (isDeleted || isHidden) pictureViewer.close();
  }, [isDeleted, isHidden]);
  // The thread may show another part of the conversation, without this message.
  useEffect(
    () => followChangedMessages(({ id, deleted_at }) => deleted_at && id === messageId && pictureViewer.close()),
    [messageId],
  );
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  );
  const [zoom, setZoom] = useState(1);
  useBackCloses(onClose);
  // The element to return the focus to. Radix would return it to a trigger, but there is none.
  const opener = useRef<Element | null>(null);
  const noteOpener = () => {
    opener.current = document.activeElement;
  };
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    // The opener's row may have left the screen.
    const back = opener.current?.isConnected ? opener.current : document.querySelector('[data-takes-focus]');
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
  const picture = pictures[index];
  const go = (step: number) => {
    if (!pictures[index + step]) return;
    setIndex(index + step);
    setZoom(1);
  };
  const zoomBy = (factor: number) => setZoom(Math.min(ZOOM_MAX, Math.max(1, zoom * factor)));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1);
    else if (key === 'ArrowRight') go(1);
    else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
    else if (key === '-') zoomBy(1 / ZOOM_STEP);
    else if (key === '0') setZoom(1);
  };
  if (picture === undefined) return null;
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-ink" />
        <Radix.Content
          data-modal
          aria-describedby={undefined}
          onOpenAutoFocus={noteOpener}
          onCloseAutoFocus={giveFocusBack}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col bg-ink text-fg outline-none"
        >
          {/* On a phone the name has its own line, since the buttons leave it no room. */}
          <div className="flex flex-wrap items-center justify-end gap-1 p-2 pt-[max(0.5rem,var(--safe-top))]">
            <Radix.Title
              data-lane="dialog"
              className="min-w-0 flex-1 px-2 text-base max-sm:min-h-control max-sm:basis-full max-sm:content-center"
            >
              <FileName name={picture.name} />
            </Radix.Title>
            {pictures.length > 1 && (
              <>
                <IconButton icon={ChevronLeft} label="Previous picture" disabled={index === 0} onClick={() => go(-1)} />
                <span className="text-muted text-sm" aria-live="polite">
                  {index + 1} of {pictures.length}
                </span>
                <IconButton
                  icon={ChevronRight}
                  label="Next picture"
                  disabled={index === pictures.length - 1}
                  onClick={() => go(1)}
                />
              </>
            )}
            <IconButton icon={ZoomOut} label="Zoom out" disabled={zoom === 1} onClick={() => zoomBy(1 / ZOOM_STEP)} />
            <IconButton icon={ZoomIn} label="Zoom in" disabled={zoom === ZOOM_MAX} onClick={() => zoomBy(ZOOM_STEP)} />
            <Save picture={picture} />
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" />
            </Radix.Close>
          </div>
          <Canvas key={picture.id} picture={picture} zoom={zoom} onZoom={() => setZoom(zoom === 1 ? 2 : 1)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Save({ picture }: { picture: Attachment }) {
  const link = useAttachmentLink(picture.id);
  return (
    <a
      href={link?.url}
      download
      className="inline-flex size-control items-center justify-center rounded-md text-muted hover:bg-hover hover:text-fg"
    >
      <Download aria-hidden className="size-5" />
      <span className="sr-only">Save picture</span>
    </a>
  );
}

/** Scales the picture to fit, times the zoom. A picture larger than the page can be dragged or scrolled. */
function Canvas({ picture, zoom, onZoom }: { picture: Attachment; zoom: number; onZoom: () => void }) {
  const link = useAttachmentLink(picture.id);
  const box = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zoom is what changes the size
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    box.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [zoom]);
  const drag = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return;
    box.current?.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a double click does what the buttons and keys do
    <div
      ref={box}
      onDoubleClick={onZoom}
      onPointerMove={drag}
      className="grid min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto"
    >
      {/* Grows with the zoom, so that every edge can be reached. */}
      <div className="relative m-auto" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        {picture.preview && !isThere && (
          <img src={picture.preview} alt="" className="absolute inset-0 size-full object-contain opacity-40 blur-lg" />
        )}
        {link && (
          <img
            src={link.url}
            alt={picture.name}
            draggable={false}
            onLoad={() => setThere(true)}
            onError={() => retryPicture(picture.id)}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </div>
    </div>
  );
}
