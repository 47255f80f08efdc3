import type { RequestConversation } from '@sangam/shared/chat/conversation-requests';
import { chatLimits } from '@sangam/shared/chat/limits';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { currentUserId } from '../../core/session/session';
import { type Change, idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { showLists } from '../../core/store/shown-lists';
import { interests } from '../../requests/state/interests';
import { requests } from '../../requests/state/requests';
import { listedConversation } from './conversations';

/** Conversations that have requests and no message yet, newest first: as many as a page may have. */
export const useRequested = create<Loadable<RequestConversation[]>>(idle);
onReset(() => useRequested.setState(idle()));

const query = { limit: chatLimits.conversationsPageMax };

const loadRequested = (): Promise<boolean> =>
  load(
    (change: Change<RequestConversation[]>) => useRequested.setState(change),
    () => request('GET /api/conversations/requests', { query }),
    ({ data }) => data.conversations,
  );

/** Shows the list, until the returned function is called: what changes with somebody new has it fetched again. */
export function showRequested(): () => void {
  const note = (requesterId: number, creatorId: number | undefined) => {
    const otherId = requesterId === currentUserId() ? creatorId : requesterId;
    if (otherId !== undefined && listedConversation(otherId) === undefined) void loadRequested();
  };
  const stops = [
    showLists([{ load: loadRequested }]),
    requests.onChange((item) => note(item.user_id, item.creator_id)),
    interests.onChange((item) => note(item.requester_id, item.creator_id)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
