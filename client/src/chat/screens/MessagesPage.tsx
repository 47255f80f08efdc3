import { MessagesSquare } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMessageRequest } from '../../contact/state/message-requests';
import type { ConversationKey } from '../../lib/links/chat-link';
import { cx } from '../../ui/cx';
import { EmptyPane } from '../../ui/page/EmptyState';
import { Page } from '../../ui/page/Page';
import { useConversationName } from '../state/conversations';
import { keyNow, useMemberIn } from '../state/known-conversations';
import { useThreads } from '../state/thread/threads';
import { newestOf } from '../state/thread/threads.reduce';
import { ConversationPane } from './list/ConversationPane';
import { useMessageLink, useOpenConversation } from './thread/conversation-address';
import { ThreadPane } from './thread/ThreadPane';

/** Shows the conversation list next to the open conversation. Phones show one of the two at a time. */
export function MessagesPage() {
  useMessageLink();
  useVisibleHeight();
  const { openId, target, linkName, projectId, linkTo, saved, close } = useOpenConversation();
  const opened = useOpened(openId);
  const otherId = useMemberIn(openId);
  const isRequest = useMessageRequest(otherId ?? 0) !== null;
  const [query] = useSearchParams();
  const known = useConversationName(openId);
  // A composer that appears before the member is known would miss a draft that is stored by the member.
  const name = known ?? (otherId === null ? null : linkName);
  const newest = useThreads(({ byId }) => (openId === null ? undefined : newestOf(byId[openId])));
  const open = useMemo(
    () => (openId === null || name === null ? null : { key: openId, otherId, name, newest }),
    [openId, otherId, name, newest],
  );
  return (
    <Page title={name === null ? 'Messages' : `${name} · Messages`} width="plain" className="flex min-h-0 flex-col">
      <h1 className="sr-only">Messages</h1>
      <div className="mx-auto flex min-h-0 w-full max-w-page flex-1 border-line xl:border-x">
        <ConversationPane
          open={open}
          showsRequests={isRequest || (openId === null && query.has('requests'))}
          linkTo={linkTo}
          saved={saved}
          target={target}
          className={cx(
            'w-full md:w-80 md:shrink-0 md:border-line md:border-r lg:w-88',
            openId !== null && 'max-md:hidden',
          )}
        />
        {openId === null ? (
          <div className="hidden flex-1 items-center justify-center md:flex">
            <EmptyPane icon={MessagesSquare} title="No conversation selected">
              Select a conversation, or start one from a project page.
            </EmptyPane>
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

/** Returns the open conversation as it was opened: it keeps its pane, and so the focus, when it gets its id. */
function useOpened(openId: ConversationKey | null): ConversationKey | null {
  const [opened, setOpened] = useState(openId);
  const isSame = opened !== null && keyNow(opened) === openId;
  if (!isSame && opened !== openId) setOpened(openId);
  return isSame ? opened : openId;
}

/**
 * Sets `--visible-h` to the height left by an on-screen keyboard in browsers that lay the keyboard over the page
 * (Safari). Others resize the page, following `interactive-widget` in index.html.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const fit = () => {
      // While zoomed in, the viewport is only the part the reader looks at.
      const isCovered = visualViewport.scale === 1 && visualViewport.height < window.innerHeight - 1;
      if (!isCovered) {
        root.style.removeProperty('--visible-h');
        return;
      }
      root.style.setProperty('--visible-h', `${visualViewport.height}px`);
      // The browser scrolled the page to reveal the field, which is visible without that.
      window.scrollTo(0, 0);
    };
    fit();
    const live = new AbortController();
    for (const name of ['resize', 'scroll']) visualViewport.addEventListener(name, fit, { signal: live.signal });
    return () => {
      live.abort();
      root.style.removeProperty('--visible-h');
    };
  }, []);
}
