import { ArrowLeft, Bookmark } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type LinkProps, useLocation, useNavigate } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { useConnection } from '../../../core/realtime/connection';
import { hasFailed } from '../../../core/store/loadable';
import { useFocusKept } from '../../../lib/hooks/use-focus-kept';
import { chatPath } from '../../../lib/links/chat-link';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { useNow } from '../../../ui/TimeAgo';
import { useSaved } from '../../state/saved';
import { loadMoreSaved, loadSavedList, useSavedList } from '../../state/saved-list';
import { ConversationSkeleton } from '../list/ConversationSkeleton';
import { SavedRow } from './SavedRow';
import { savedShown } from './saved-shown';
import { useSavedLines } from './use-saved-lines';

interface SavedPaneProps {
  me: number;
  /** The conversation on screen, and the message that the address names. */
  openId: number | null;
  target: number | null;
  /** How a link to a conversation leads there. */
  linkTo: (id: number) => LinkProps;
}

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreSaved();
  return answer.ok ? null : errorText(answer.error, 'Failed to load saved messages');
};

/** What the member saved for themself, the one saved last first. */
export function SavedPane({ me, openId, target, linkTo }: SavedPaneProps) {
  const { list, hasMore } = useSavedList();
  const told = useSaved((state) => state.told);
  const edits = useSaved((state) => state.edits);
  const status = useConnection((state) => state.status);
  const now = useNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what tells that it may be another by now
  useEffect(() => {
    void loadSavedList();
  }, [told, edits, status]);
  const address = useLocation();
  const navigate = useNavigate();
  /** The list stays beside the message. */
  const savedLink = (id: number, seq: number): LinkProps => {
    const link = linkTo(id);
    return { ...link, to: `${chatPath(id)}?m=${seq}`, state: { ...link.state, saved: true } };
  };
  const top = useRef<HTMLButtonElement>(null);
  // What opened it is gone, and comes back when it closes.
  useEffect(() => {
    top.current?.focus();
    return () => {
      if (document.activeElement === document.body) document.getElementById('saved-messages')?.focus();
    };
  }, []);
  const rows = useFocusKept();
  const lines = useSavedLines();
  return (
    <>
      <div className="grid gap-1 border-line border-b p-3">
        <button
          type="button"
          ref={top}
          onClick={() => navigate(address, savedShown(false, address))}
          className="flex min-h-control items-center gap-2 rounded-md text-muted text-sm hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Conversations
        </button>
        <h2 className="text-base">Saved messages</h2>
        <p className="text-muted text-sm">Only you see what you save.</p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {hasFailed(list) && <LoadFailed message="Failed to load saved messages" onRetry={loadSavedList} />}
        {list.data === null && !hasFailed(list) && lines.length === 0 && <ConversationSkeleton />}
        {list.data !== null && lines.length === 0 && (
          <EmptyState icon={Bookmark} title="No saved messages" className="py-8">
            Save one from its menu.
          </EmptyState>
        )}
        <ul ref={rows} className="p-2 empty:hidden">
          {lines.map((line) => (
            <SavedRow
              key={line.key}
              line={line}
              me={me}
              now={now}
              active={line.user_id === openId && line.seq === target}
              link={savedLink(line.user_id, line.seq)}
            />
          ))}
        </ul>
        {hasMore && (
          <div className="grid p-3 pt-0">
            <ShowMore what="saved messages" busy={list.status === 'loading'} onMore={showMore} />
          </div>
        )}
      </div>
    </>
  );
}
