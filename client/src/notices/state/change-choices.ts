import { openDisclosure } from '@sangam/shared/contact/privacy';
import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { idIn, memberIn } from '../../chat/state/known-conversations';
import { request } from '../../core/api/client';
import type { ApiError, Result } from '../../core/api/errors';
import { load, ready } from '../../core/store/loadable';
import { storesEpoch } from '../../core/store/reset';
import type { ConversationKey } from '../../lib/links/chat-link';
import { applyChoices, useChoices } from './choices';

type Answer = Result<{ data: NotificationChoices }>;

/** Fields that servers of the previous version do not send. */
const unknown = {
  contact_from: 'anyone',
  ...openDisclosure,
  followed_skills: [],
  muted_member_ids: [],
  muted_project_ids: [],
  version: 0,
};

export const loadChoices = (): Promise<boolean> =>
  load(
    useChoices.setState,
    () => request('GET /api/notification-choices'),
    ({ data }) => {
      const { data: known } = useChoices.getState();
      // An event may be newer than the answer.
      return known !== null && known.version > data.version ? known : { ...unknown, ...data };
    },
  );

/** Shows a change at once. If the server did not get it, reverts it and returns why; null on success. */
async function change(shown: Partial<NotificationChoices>, call: () => Promise<Answer>): Promise<ApiError | null> {
  const epoch = storesEpoch();
  const before = useChoices.getState().data;
  // The server hasn't answered yet.
  if (before === null) return { kind: 'network' };
  const meanwhile = ready({ ...before, ...shown });
  useChoices.setState(meanwhile);
  const answer = await call();
  if (epoch !== storesEpoch()) return null;
  if (answer.ok) applyChoices({ ...unknown, ...answer.value.data });
  // Changes that arrived since then stay.
  else if (useChoices.getState().data === meanwhile.data) useChoices.setState(ready(before));
  return answer.ok ? null : answer.error;
}

export const changeChoices = (body: NotificationChoicesBody): Promise<ApiError | null> =>
  change(body, () => request('PATCH /api/notification-choices', { body }));

const toggled = (ids: readonly number[], id: number, isIn: boolean): number[] =>
  isIn ? [...ids, id] : ids.filter((one) => one !== id);

/** Mutes or unmutes a conversation. */
export function muteConversation(conversation: ConversationKey, muted: boolean): Promise<ApiError | null> {
  const { muted_member_ids = [], muted_conversation_ids = [] } = useChoices.getState().data ?? {};
  const [conversationId, userId] = [idIn(conversation), memberIn(conversation)];
  const shown = {
    ...(userId !== null && { muted_member_ids: toggled(muted_member_ids, userId, muted) }),
    ...(conversationId !== null && { muted_conversation_ids: toggled(muted_conversation_ids, conversationId, muted) }),
  };
  const verb = muted ? 'PUT' : 'DELETE';
  return change(shown, () =>
    conversationId === null
      ? request(`${verb} /api/messages/mute/:userId`, { params: { userId: userId ?? 0 } })
      : request(`${verb} /api/messages/c/:conversationId/mute`, { params: { conversationId } }),
  );
}

/** Mutes or unmutes a project. */
export function muteProject(id: number, muted: boolean): Promise<ApiError | null> {
  const ids = useChoices.getState().data?.muted_project_ids ?? [];
  return change({ muted_project_ids: toggled(ids, id, muted) }, () =>
    request(`${muted ? 'PUT' : 'DELETE'} /api/projects/:id/mute`, { params: { id } }),
  );
}
