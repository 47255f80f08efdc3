import type { NotificationScreen } from '@sangam/shared/notices/notification-kinds';
import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type List, showMoreOf, useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { useRowsOnce } from '../../lib/hooks/use-rows-once';
import { useMarkRowsRead } from '../../notices/screens/mark-rows-read';
import { SectionCount } from '../../ui/Badge';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Card } from '../../ui/Card';
import { StillRow } from '../../ui/decision/StillRow';
import { CardFoot, footLook } from '../../ui/page/CardFoot';
import { RowsFailed } from '../../ui/page/RowsFailed';
import { FIRST_MAX } from '../../ui/page/row-counts';
import { ShowMore } from '../../ui/page/ShowMore';
import { ShowNew } from '../../ui/page/ShowNew';
import { Loading, SkeletonRow } from '../../ui/page/Skeleton';
import { useWaitsUnseen } from '../../ui/page/unseen';

/** True if the page itself says, once for all its lists, that they failed to load. */
export const FailTogether = createContext(false);

/** The number of a list's rows, for a section without which it isn't shown; 1 if it failed to load, so that the section says so. */
export function useRowCount<Item extends { id: number }>(list: List<Item>): number {
  const view = useList(list);
  return hasFailed(view) && !use(FailTogether) ? 1 : (view.total ?? 0);
}

interface WorkSectionProps<Item extends { id: number }> {
  title: string;
  /** The rows' name, as in “Show more join requests” and “All interest”. The heading has their count. */
  what: string;
  list: List<Item>;
  /** The kind of rows, shared by several lists. An item that moves from one list of a kind to another is shown only once. */
  kind?: string;
  /** Excludes rows that are shown elsewhere on the page. */
  isExcluded?: (item: Item) => boolean;
  /**
   * The number of rows of the whole list that are shown elsewhere, if known; by default, only loaded rows are counted. With it, the section
   * shows even if no loaded page has a row, since later pages may.
   */
  shownElsewhere?: number;
  /** Fetches older rows. Returns the text of a failure, or null. */
  onMore?: () => Promise<string | null>;
  /** `isGone`: it has left the list and shows its outcome. */
  renderRow: (item: Item, isGone: boolean) => ReactNode;
  /** An action for several of the rows. */
  action?: ReactNode;
  /** Singular and plural of new rows. With it, new rows wait for a press, so that nothing moves. */
  newRowNames?: readonly [string, string];
  /** The rows need the member's answer. */
  isPending?: boolean;
  /** The fragment of My work at which all rows are shown, as in `/work#teams`. Elsewhere only the first `max` in `order` are. */
  name?: string;
  max?: number;
  order?: (items: readonly Item[]) => readonly Item[];
  /** The place whose notifications are marked as read when their rows have been on screen. */
  place?: NotificationScreen;
}

/** One list of the member's work, with its count. */
export function WorkSection<Item extends { id: number }>({
  title,
  what,
  list,
  kind = what,
  isExcluded = () => false,
  shownElsewhere,
  onMore,
  renderRow,
  action,
  newRowNames,
  isPending = false,
  name,
  max = FIRST_MAX,
  order = (items) => items,
  place: notificationPlace,
}: WorkSectionProps<Item>) {
  const { data, error, total: listTotal, hasMore, loadingMore } = useList(list);
  const shown = data?.filter((item) => !isExcluded(item));
  const shownCount = shown?.length ?? 0;
  const total =
    listTotal === null ? null : Math.max(listTotal - (shownElsewhere ?? (data?.length ?? 0) - shownCount), shownCount);
  const isNamed = useLocation().hash === `#${name}`;
  const isCut = name !== undefined && !isNamed && (total ?? 0) > max;
  const listRef = useFocusKept();
  const arrivals = useHeldArrivals(shown ?? null, listRef);
  const all = (newRowNames ? arrivals.shown : shown) ?? [];
  const rows = useRowsOnce(kind, isCut ? order(all).slice(0, max) : order(all), listRef);
  useMarkRowsRead(listRef, rows, notificationPlace);
  useWaitsUnseen(arrivals.waiting, newRowNames !== undefined && rows.length === 0);
  const failure = `Failed to load ${what}`;
  const failsTogether = use(FailTogether);
  const mayComeLater = hasMore && shownElsewhere !== undefined;
  if (data === null ? failsTogether : rows.length === 0 && total !== null && !mayComeLater) return null;
  return (
    <WorkFrame
      title={title}
      count={total ?? 0}
      isPending={isPending}
      isNamed={isNamed}
      aside={
        <>
          {newRowNames && <ShowNew waiting={isCut && rows.length >= max ? 0 : arrivals.waiting} words={newRowNames} />}
          {action}
        </>
      }
    >
      {data === null &&
        (error !== null ? (
          <RowsFailed what={what} onRetry={list.load} />
        ) : (
          <Loading label={`Loading ${what}`} className="grid gap-4 p-4">
            <SkeletonRow />
            <SkeletonRow />
          </Loading>
        ))}
      <ul ref={listRef} className="divide-y divide-line">
        {rows.map(({ item, isGone }) => (
          <StillRow key={item.id}>{renderRow(item, isGone)}</StillRow>
        ))}
      </ul>
      {isCut && <AllRows to={`/work#${name}`}>{`All ${what}`}</AllRows>}
      {hasMore && !isCut && (
        <CardFoot>
          <ShowMore {...footLook} what={what} busy={loadingMore} onMore={onMore ?? showMoreOf(list, failure)} />
        </CardFoot>
      )}
    </WorkFrame>
  );
}

/** Links from a list's first rows to the page with all of them. */
export const AllRows = ({ to, children }: { to: string; children: string }) => (
  <CardFoot>
    <ButtonLink {...footLook} to={to}>
      {children}
    </ButtonLink>
  </CardFoot>
);

interface WorkFrameProps {
  title: string;
  count: number;
  /** The rows need the member's answer. */
  isPending: boolean;
  /** The address names this section, so it is scrolled into view. */
  isNamed?: boolean;
  /** At the end of the heading's line. */
  aside: ReactNode;
  children: ReactNode;
}

/** The heading and the card of a section. */
export function WorkFrame({ title, count, isPending, isNamed = false, aside, children }: WorkFrameProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNamed) section.current?.scrollIntoView();
  }, [isNamed]);
  return (
    <section ref={section} aria-labelledby={id} className="min-w-0">
      {/* As high as a heading with a button, so that both columns' headings line up. */}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="flex min-h-9 items-center gap-2 text-lg">
          {title}
          <SectionCount count={count} isPending={isPending} />
        </h2>
        {aside}
      </div>
      <Card flush>{children}</Card>
    </section>
  );
}
