import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { usePrinting } from '../../../lib/hooks/use-printing';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { latePart } from '../../../lib/loading/lazy-part';
import { useLoadAgain } from '../../../lib/loading/use-load-again';
import { cx } from '../../../ui/cx';
import { RetryButton } from '../../../ui/page/RetryButton';
import { Spinner } from '../../../ui/Spinner';
import { useKind } from '../../state/kinds';
import { countSeen, readersIn, useTeamInfo } from '../../state/team/team-infos';
import { dropAllReturns, useReturnPlace } from '../../state/thread/return-places';
import type { Thread } from '../../state/thread/threads.reduce';
import { followEnd, loadNewer, loadOlder } from '../../sync/scroll-thread';
import type { CardPart } from '../cards/use-thread-cards';
import { DateSeparator } from '../message/dividers';
import { MessageRow } from '../message/MessageRow';
import { joint, lastOwnKey, startOf, type ThreadItems, timeOf } from '../thread-items/thread.select';
import { steadyHeight, useHistoryAhead, useStartPosition, useSteadyLines } from './thread-position';
import { AT_END_PX, useEnd, useIsLive } from './use-end';
import { useReadMarks } from './use-read-marks';

/** Loaded for readers who scroll away from the end. */
const JumpPill = latePart(() => import('./JumpPill'), 'JumpPill');
const ReturnPill = latePart(() => import('./ReturnPill'), 'ReturnPill');

interface MessageScrollerProps {
  conversation: ConversationKey;
  name: string;
  thread: Thread;
  items: ThreadItems;
  me: number;
  /** Draws the cards among the items; null until loaded. */
  cards: CardPart | null;
}

const OVERSCAN_ROWS = 4;

/** Measures exactly: the library rounds heights, and over several rows that moves others by more than a pixel. */
const exactHeight = (row: Element): number => row.getBoundingClientRect().height;

/** Renders only the messages on screen, adds history on both sides without a jump, and follows the end. Prints all that are loaded. */
export function MessageScroller({ cards, ...shown }: MessageScrollerProps) {
  const { conversation, name, thread, items, me } = shown;
  const kind = useKind(conversation);
  const scroller = useRef<HTMLDivElement>(null);
  const isLive = useIsLive(thread);
  const known = useRef<Virtualizer<HTMLDivElement, Element> | null>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.count,
    getScrollElement: () => scroller.current,
    getItemKey: items.key,
    estimateSize: (index) => steadyHeight(known.current, items, index),
    measureElement: exactHeight,
    overscan: OVERSCAN_ROWS,
    anchorTo: 'end',
    followOnAppend: isLive,
    scrollEndThreshold: AT_END_PX,
    paddingStart: 16,
    paddingEnd: 4,
    scrollPaddingStart: 56,
  });
  known.current = virtualizer;
  useSteadyLines(virtualizer, items);
  const settled = useStartPosition({ scroller, virtualizer, count: items.count, start: startOf(thread, items) });
  const end = useEnd({ scroller, virtualizer, items, thread, isLive, settled });
  const rows = virtualizer.getVirtualItems();
  const isPrinting = usePrinting();
  useHistoryAhead({ conversation, thread, settled, rows, count: items.count });
  useSwipesToReply(scroller, conversation);
  const checkRead = useReadMarks({ conversation, me, scroller, virtualizer, items, settled });
  const onScroll = () => {
    end.check();
    checkRead();
  };

  const isAtEnd = end.isInView && thread.follows;
  const returnSeq = useReturnPlace(conversation);
  const toNewest = () => {
    if (returnSeq !== null) dropAllReturns(conversation);
    void followEnd(conversation);
    if (thread.follows) end.scrollThere();
  };
  const isDrawn = (seq: number) =>
    rows.some(({ index }) => {
      const item = items.at(index);
      return item?.kind === 'stored' && item.message.seq === seq;
    });

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <HistoryState which="older" state={thread.older} onRetry={() => loadOlder(conversation)} />
      <section
        ref={scroller}
        onScroll={onScroll}
        aria-label={kind.messagesLabel(name)}
        data-takes-focus
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="@container flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-hidden overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative mt-auto w-full shrink-0 print:h-auto!" style={{ height: virtualizer.getTotalSize() }}>
          <ol
            data-prints
            className="print:transform-none! absolute inset-x-0 top-0 px-2.5 pb-[4px] md:px-4"
            style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
          >
            {isPrinting ? (
              <Lines {...shown} rows={allOf(items)} measure={unmeasured} cards={cards} />
            ) : (
              <Lines {...shown} rows={rows} measure={virtualizer.measureElement} cards={cards} />
            )}
          </ol>
        </div>
      </section>
      <HistoryState which="newer" state={thread.newer} onRetry={() => loadNewer(conversation)} />
      {/*
       * Below the messages rather than over them, so that it covers none; the last fades out above it. The typing line is its lower
       * padding.
       */}
      <div className="before:-top-8 relative flex shrink-0 flex-wrap justify-center gap-2 px-2 before:pointer-events-none before:absolute before:inset-x-0 before:h-8 before:bg-linear-to-t before:from-surface empty:hidden">
        {returnSeq !== null && (
          <ReturnPill
            key={returnSeq}
            conversation={conversation}
            seq={returnSeq}
            // At the end, only newer messages have moved it out of view.
            isInView={isAtEnd || isDrawn(returnSeq)}
          />
        )}
        {!isAtEnd && <JumpPill conversation={conversation} onJump={toNewest} />}
      </div>
    </div>
  );
}

const allOf = (items: ThreadItems): LinesProps['rows'] =>
  Array.from({ length: items.count }, (_, index) => ({ index, key: items.key(index) }));
/** Heights on paper aren't those on screen. */
const unmeasured = () => undefined;

interface LinesProps extends MessageScrollerProps {
  rows: readonly Pick<VirtualItem, 'index' | 'key'>[];
  measure: (line: HTMLLIElement | null) => void;
}

/** The lines on screen: messages with their read marks, and cards. */
function Lines({ conversation, name, thread, items, me, cards, rows, measure }: LinesProps) {
  const { isNamed } = useKind(conversation);
  const info = useTeamInfo(conversation);
  const readers = useMemo(() => readersIn(info, me), [info, me]);
  const hasReaders = readers.length > 0;
  const lastOwn = useMemo(() => (hasReaders ? lastOwnKey(items, me) : null), [hasReaders, items, me]);
  return rows.map(({ index, key }) => {
    const item = items.at(index);
    if (item === undefined) return null;
    const place = joint(items.at(index - 1), item, thread.unread, me);
    return (
      <li key={key} ref={measure} data-index={index}>
        {item.kind === 'card' ? (
          <>
            {place.newDay && <DateSeparator time={timeOf(item)} />}
            {cards && <cards.CardRow card={item.card} name={name} me={me} />}
          </>
        ) : (
          <MessageRow
            item={item}
            {...place}
            conversation={conversation}
            me={me}
            own={item.kind === 'pending' || item.message.sender_id === me}
            isNamed={isNamed}
            seen={item.kind === 'stored' && item.message.seq <= thread.otherReadSeq}
            seenBy={item.kind === 'stored' ? countSeen(readers, item.message.seq) : 0}
            readers={readers.length}
            isLastOwn={key === lastOwn}
            name={name}
            isTarget={item.kind === 'stored' && item.message.seq === thread.target}
          />
        )}
      </li>
    );
  });
}

/** Replies to a message that a finger swipes. */
function useSwipesToReply(scroller: RefObject<HTMLDivElement | null>, conversation: ConversationKey): void {
  useEffect(() => {
    const pane = scroller.current;
    if (pane === null || !window.matchMedia('(pointer: coarse)').matches) return;
    let end: (() => void) | null = () => undefined;
    import('../composer/swipe-to-reply').then(
      ({ answerSwipes }) => {
        if (end !== null) end = answerSwipes(pane, conversation);
      },
      // If this code can't be loaded, the menu still offers Reply.
      () => undefined,
    );
    return () => {
      end?.();
      end = null;
    };
  }, [scroller, conversation]);
}

interface HistoryStateProps {
  which: 'older' | 'newer';
  state: Thread['older'];
  onRetry: () => Promise<void>;
}

/** Floats over the thread's top or bottom edge while history loads, so that nothing moves. */
function HistoryState({ which, state, onRetry }: HistoryStateProps) {
  // Does nothing while a page is loading.
  useLoadAgain(onRetry, state !== 'idle');
  if (state === 'idle') return null;
  // Leaves room for the pill.
  const place = which === 'older' ? 'top-2' : 'bottom-13';
  return (
    <div className={cx('pointer-events-none absolute inset-x-0 z-10 flex justify-center', place)}>
      <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-muted text-sm">
        {state === 'loading' ? (
          <>
            <Spinner />
            <span className="sr-only">Loading {which} messages</span>
          </>
        ) : (
          <>
            Failed to load messages
            <RetryButton size="sm" variant="ghost" onClick={onRetry} />
          </>
        )}
      </div>
    </div>
  );
}
