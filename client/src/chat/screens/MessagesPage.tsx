import { isolate } from '@sangam/shared/core/isolate';
import { MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMessageRequest } from '../../contact/state/message-requests';
import type { ConversationKey } from '../../lib/links/chat-link';
import { latePart } from '../../lib/loading/lazy-part';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { cx } from '../../ui/cx';
import { EmptyPane } from '../../ui/page/EmptyState';
import { Page } from '../../ui/page/Page';
import { useConversationName, useConversations } from '../state/conversations';
import { keyNow, useMemberIn } from '../state/known-conversations';
import { useTeams } from '../state/teams';
import { useThreads } from '../state/thread/threads';
import { newestOf } from '../state/thread/threads.reduce';
import { useUnreadMessages } from '../state/unread-messages';
import { useOpenConversation, useRedirect } from './address/conversation-address';
import { ConversationPane } from './ConversationPane';
import { ThreadPane } from './thread/ThreadPane';

/** Only a touch screen has a keyboard that covers the page. */
const VisibleHeight = latePart(() => import('./VisibleHeight'), 'VisibleHeight');
const hasTouch = navigator.maxTouchPoints > 0;

/** Shows the conversation list next to the open conversation. Phones show one of the two at a time. */
export function MessagesPage() {
  useRedirect();
  const { openId, target, linkName, projectId, linkTo, saved, archived, close } = useOpenConversation();
  const opened = useOpened(openId);
  const otherId = useMemberIn(openId);
  const isRequest = useMessageRequest(otherId ?? 0) !== null;
  const [query] = useSearchParams();
  const hasNone = useHasNone();
  const requestCount = useUnreadMessages((state) => state.requestCount);
  const known = useConversationName(openId);
  // A composer that appeared before the member is known would miss a draft, which is stored by member.
  const name = known ?? (otherId === null ? null : linkName);
  const newest = useThreads(({ byId }) => (openId === null ? undefined : newestOf(byId[openId])));
  const open = useMemo(
    () => (openId === null || name === null ? null : { key: openId, otherId, name, newest }),
    [openId, otherId, name, newest],
  );
  return (
    <Page
      title={name === null ? 'Messages' : `${isolate(name)} · Messages`}
      width="plain"
      className="flex min-h-0 flex-col"
    >
      <h1 className="sr-only">Messages</h1>
      {hasTouch && <VisibleHeight />}
      <div className="mx-auto flex min-h-0 w-full max-w-page flex-1 border-line xl:max-w-[calc(var(--page-max)-3rem)] xl:border-x">
        <ConversationPane
          open={open}
          showsRequests={isRequest || (openId === null && query.has('requests'))}
          linkTo={linkTo}
          saved={saved}
          archived={archived}
          onClose={close}
          target={target}
          className={cx(
            'w-full md:w-80 md:shrink-0 md:border-line md:border-r lg:w-88',
            openId !== null && 'max-md:hidden',
          )}
        />
        {openId === null ? (
          <div className="hidden flex-1 items-center justify-center md:flex">
            {query.has('requests') ? (
              <EmptyPane icon={MessagesSquare} title="No request selected">
                {(requestCount ?? 0) > 0 && 'Select a request to read it.'}
              </EmptyPane>
            ) : hasNone === undefined ? null : hasNone ? (
              <EmptyPane
                icon={MessagesSquare}
                title="Start your first conversation"
                action={
                  <ButtonLink to="/projects" variant="primary">
                    Browse projects
                  </ButtonLink>
                }
              >
                Message a project’s creator, or find people with New chat.
              </EmptyPane>
            ) : (
              <EmptyPane icon={MessagesSquare} title="No conversation selected" />
            )}
          </div>
        ) : (
          <ThreadPane
            key={opened}
            conversation={openId}
            otherId={otherId}
            target={target}
            name={name}
            projectId={projectId}
            onBack={close}
          />
        )}
      </div>
    </Page>
  );
}

/** Whether the member has no conversation to select; undefined until known. */
function useHasNone(): boolean | undefined {
  const direct = useConversations(({ list }) => list.data?.length);
  const teams = useTeams(({ list }) => list?.length);
  return direct === undefined || teams === undefined ? undefined : direct + teams === 0;
}

/**
 * Returns the open conversation under the key with which it was opened, so that it keeps its pane, and with it the focus, when it gets its
 * id.
 */
function useOpened(openId: ConversationKey | null): ConversationKey | null {
  const [opened, setOpened] = useState(openId);
  const isSame = opened !== null && keyNow(opened) === openId;
  if (!isSame && opened !== openId) setOpened(openId);
  return isSame ? opened : openId;
}
