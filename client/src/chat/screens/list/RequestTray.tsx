import { ArrowLeft, MailQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { messageRequests } from '../../../contact/state/message-requests';
import { errorText } from '../../../core/api/errors';
import { hasFailed } from '../../../core/store/loadable';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { useNow } from '../../../ui/TimeAgo';
import { loadMoreOfTray, loadTray, useTray } from '../../state/message-requests';
import { useNotifications } from '../../state/unread-messages';
import { ConversationRow } from './ConversationRow';
import { ConversationSkeleton } from './ConversationSkeleton';
import { type ListRow, listRows } from './list.select';

interface RequestTrayProps {
  openId: number | null;
  me: number;
  linkTo: (id: number) => LinkProps;
}

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreOfTray();
  return answer.ok ? null : errorText(answer.error, 'Failed to load message requests');
};

/** What strangers have written first: those that wait, then those that were ignored. */
export function RequestTray({ openId, me, linkTo }: RequestTrayProps) {
  const { list, hasMore } = useTray();
  const { unreadVersion, requestCount } = useNotifications();
  const byId = messageRequests.use((state) => state.byId);
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what tells that something came
  useEffect(() => {
    void loadTray();
  }, [unreadVersion, requestCount]);
  const rows = listRows(list.data ?? [], [], null, me);
  const shown = (request: 'waiting' | 'ignored') => rows.filter(({ id }) => byId[id]?.request === request);
  const [waiting, ignored] = [shown('waiting'), shown('ignored')];
  const lines = (some: readonly ListRow[]) => (
    <ul className="p-2">
      {some.map((row) => (
        <ConversationRow key={row.id} row={row} active={row.id === openId} linkTo={linkTo} now={now} />
      ))}
    </ul>
  );
  return (
    <>
      <div className="grid gap-1 border-line border-b p-3">
        <Link
          to="/messages"
          className="flex min-h-control items-center gap-2 rounded-md text-muted text-sm hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Conversations
        </Link>
        <h2 className="text-base">Message requests</h2>
        <p className="text-muted text-sm">
          From members you share no team or request with. Nothing else tells you of them.
        </p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {hasFailed(list) && <LoadFailed message="Failed to load message requests" onRetry={loadTray} />}
        {list.data === null && !hasFailed(list) && <ConversationSkeleton />}
        {list.data !== null && waiting.length === 0 && (
          <EmptyState icon={MailQuestion} title="No message requests" className="py-8" />
        )}
        {waiting.length > 0 && lines(waiting)}
        {ignored.length > 0 && (
          <>
            <h3 className="eyebrow px-4 pt-3">Ignored</h3>
            {lines(ignored)}
          </>
        )}
        {hasMore && (
          <div className="grid p-3 pt-0">
            <ShowMore what="message requests" busy={list.status === 'loading'} onMore={showMore} />
          </div>
        )}
      </div>
    </>
  );
}
