import { openDisclosure } from '@sangam/shared/contact/privacy';
import type { NotificationChoices, NotificationChoicesBody } from '@sangam/shared/notices/choices';
import { idIn, memberIn } from '../../chat/state/known-conversations';
import { request } from '../../core/api/client';
import type { ApiError, Result } from '../../core/api/errors';
import { changesInTurn } from '../../core/store/changes-in-turn';
import { load } from '../../core/store/loadable';
import type { ConversationKey } from '../../lib/links/chat-link';
import { applyChoices, choicesVersion, newestChoices, showChange, useChoices } from './choices';

type Answer = Result<{ data: NotificationChoices }>;

/** Defaults for fields that servers of the previous version do not send. */
const unknown = {
  contact_from: 'anyone',
  ...openDisclosure,
  followed_skills: [],
  muted_member_ids: [],
  muted_project_ids: [],
  version: 0,
};

export function loadChoices(): Promise<boolean> {
  const knownVersion = choicesVersion();
  return load(
    useChoices.setState,
    () => request('GET /api/notification-choices'),
    ({ data }) => newestChoices({ ...unknown, ...data }, knownVersion),
  );
}

const sendInTurn = changesInTurn(loadChoices);

/** Shows a change at once, and sends it. If the server did not get it, shows it no longer and returns why; null on success. */
async function change(
  changedFields: (before: NotificationChoices) => Partial<NotificationChoices>,
  call: (options: { timeoutMs: number; query: { version?: number | undefined } }) => Promise<Answer>,
): Promise<ApiError | null> {
  const end = showChange((before) => ({ ...before, ...changedFields(before) }));
  // The choices haven't loaded yet.
  if (end === null) return { kind: 'network' };
  const answer = await sendInTurn((limit) => call({ ...limit, query: { version: choicesVersion() } }));
  if (answer.ok) applyChoices({ ...unknown, ...answer.value.data });
  end();
  return answer.ok ? null : answer.error;
}

export const changeChoices = (body: NotificationChoicesBody): Promise<ApiError | null> =>
  change(
    () => body,
    (options) => request('PATCH /api/notification-choices', { body, ...options }),
  );

const toggled = (ids: readonly number[], id: number | null, isIn: boolean): number[] => [
  ...ids.filter((one) => one !== id),
  ...(isIn && id !== null ? [id] : []),
];

/** Mutes or unmutes a conversation. */
export function muteConversation(conversation: ConversationKey, muted: boolean): Promise<ApiError | null> {
  const [conversationId, userId] = [idIn(conversation), memberIn(conversation)];
  const changedFields = ({ muted_member_ids, muted_conversation_ids = [] }: NotificationChoices) => ({
    muted_member_ids: toggled(muted_member_ids, userId, muted),
    muted_conversation_ids: toggled(muted_conversation_ids, conversationId, muted),
  });
  const verb = muted ? 'PUT' : 'DELETE';
  return change(changedFields, (options) =>
    conversationId === null
      ? request(`${verb} /api/messages/mute/:userId`, { params: { userId: userId ?? 0 }, ...options })
      : request(`${verb} /api/messages/c/:conversationId/mute`, { params: { conversationId }, ...options }),
  );
}

/** Mutes or unmutes a project. */
export function muteProject(id: number, muted: boolean): Promise<ApiError | null> {
  return change(
    ({ muted_project_ids }) => ({ muted_project_ids: toggled(muted_project_ids, id, muted) }),
    (options) => request(`${muted ? 'PUT' : 'DELETE'} /api/projects/:id/mute`, { params: { id }, ...options }),
  );
}
