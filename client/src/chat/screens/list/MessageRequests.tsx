import type { MessageRequestState } from '@sangam/shared/contact/calls';
import { isolate } from '@sangam/shared/core/isolate';
import { MailQuestion } from 'lucide-react';
import { useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { Link, type LinkProps } from 'react-router-dom';
import { messageRequests } from '../../../contact/state/message-requests';
import { actFailureText, errorText } from '../../../core/api/errors';
import { loadAtReconnects } from '../../../core/realtime/connection-status';
import { hasFailed } from '../../../core/store/loadable';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { incomingRequests } from '../../../requests/state/requests';
import { type ReportSubject, reportDialog } from '../../../trust/state/report-dialog';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Decided } from '../../../ui/decision/Decided';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { ShowMore } from '../../../ui/page/ShowMore';
import { useNow } from '../../../ui/TimeAgo';
import {
  decideMessageRequest,
  loadMessageRequestList,
  loadMoreMessageRequests,
  useMessageRequestList,
} from '../../state/message-request-list';
import { threadOf } from '../../state/thread/threads';
import { useUnreadMessages } from '../../state/unread-messages';
import { unreachedText } from '../loading/unreached';
import { ConversationRow, ConversationSkeleton } from './ConversationRow';
import { type ListRow, listRows } from './list.select';
import { backProps, PaneHead } from './PaneHead';

export interface MessageRequestsPaneProps {
  openId: ConversationKey | null;
  me: number;
  linkTo: (conversation: ConversationKey) => LinkProps;
}

const showMore = async (): Promise<string | null> => {
  const answer = await loadMoreMessageRequests();
  return answer.ok ? null : errorText(answer.error, 'Failed to load message requests');
};

/** Lists the message requests: pending ones, then ignored ones. */
export function MessageRequestsPane({ openId, me, linkTo }: MessageRequestsPaneProps) {
  const { list, hasMore } = useMessageRequestList();
  const { unreadVersion, requestCount } = useUnreadMessages();
  const byId = messageRequests.use((state) => state.byId);
  const now = useNow();
  // Loaded at reconnects too, since an edit of a request's text changes no count.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may differ once one changes
  useEffect(() => loadAtReconnects(loadMessageRequestList), [unreadVersion, requestCount]);
  const rows = listRows(list.data ?? [], me);
  const rowsWith = (request: 'waiting' | 'ignored') =>
    rows.filter(({ otherId }) => byId[otherId ?? 0]?.request === request);
  const [waiting, ignored] = [rowsWith('waiting'), rowsWith('ignored')];
  const rowList = (shownRows: readonly ListRow[]) => (
    <ul className="p-2">
      {shownRows.map((row) => (
        <ConversationRow key={row.key} row={row} active={row.key === openId} linkTo={linkTo} now={now} />
      ))}
    </ul>
  );
  return (
    <>
      <PaneHead title="Message requests" back={<Link to="/messages" {...backProps} />}>
        First messages from strangers. Only questions about your projects send a notification.
      </PaneHead>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {hasFailed(list) && (
          <LoadFailed
            message="Failed to load message requests"
            detail={unreachedText()}
            onRetry={loadMessageRequestList}
          />
        )}
        {list.data === null && !hasFailed(list) && <ConversationSkeleton />}
        {list.data !== null && waiting.length === 0 && <EmptyState icon={MailQuestion} title="No message requests" />}
        {waiting.length > 0 && rowList(waiting)}
        {ignored.length > 0 && (
          <>
            <h3 className="eyebrow px-4 pt-3">Ignored</h3>
            {rowList(ignored)}
          </>
        )}
        {hasMore && (
          <div className="grid px-4 pb-3">
            <ShowMore what="message requests" busy={list.status === 'loading'} onMore={showMore} />
          </div>
        )}
      </div>
    </>
  );
}

export interface MessageRequestBarProps {
  conversation: ConversationKey;
  otherId: number;
  name: string;
  request: MessageRequestState;
  onBlock: () => void;
}

/** The subject of a report: the stranger's only message, a choice among several, or the member if no message is loaded. */
function subjectOf(conversation: ConversationKey, otherId: number, name: string): ReportSubject {
  const [first, second] = (threadOf(conversation)?.messages ?? []).filter(
    ({ sender_id, deleted_at }) => sender_id === otherId && !deleted_at,
  );
  if (!first) return { kind: 'member', id: otherId, name };
  return { kind: 'message', conversation, seq: second ? null : first.seq };
}

/** Replaces the composer while a message request is pending or ignored. */
export function MessageRequestBar({ conversation, otherId, name, request, onBlock }: MessageRequestBarProps) {
  const subject = subjectOf(conversation, otherId, name);
  const asksToJoin = incomingRequests.useItems()?.some(({ user_id }) => user_id === otherId);
  const decide = async (decision: 'accepted' | 'ignored') => {
    const answer = await decideMessageRequest(otherId, decision);
    if (!answer.ok) toast.error(actFailureText(answer.error, 'Failed to answer this message request'));
    else if (decision === 'ignored') toast.success('Message request ignored');
  };
  return (
    <section ref={passFocusOn} aria-label="Message request" className="grid gap-3 border-line border-t px-4 py-3">
      <p className="wrap-anywhere text-muted text-sm">
        {request === 'waiting'
          ? `You don’t share a team with ${isolate(name)}. Until you accept, they can’t see whether you have read this or are online.`
          : `You have ignored ${isolate(name)}. They aren’t notified.`}
        {asksToJoin && ` If you accept ${isolate(name)}’s request to join, you accept their messages, too.`}
      </p>
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <OnlineButton variant="primary" onClick={() => decide('accepted')}>
          Accept messages
        </OnlineButton>
        <Decided outcome={request === 'waiting' ? null : 'Ignored'} className="*:data-outcome:justify-self-center">
          <OnlineButton className="w-full" onClick={() => decide('ignored')}>
            Ignore messages
          </OnlineButton>
        </Decided>
        <OnlineButton variant="ghost" onClick={onBlock}>
          Block…
        </OnlineButton>
        <OnlineButton variant="ghost" onClick={() => reportDialog.open(subject)}>
          {subject.kind === 'message' ? 'Report message…' : 'Report member…'}
        </OnlineButton>
      </div>
    </section>
  );
}
