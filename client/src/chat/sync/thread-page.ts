import { blocks } from '../../contact/state/blocks';
import { mergeMessageRequests } from '../../contact/state/message-requests';
import type { Result } from '../../core/api/errors';
import { noteRestored } from '../../core/session/restored';
import { onReset, storesEpoch } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import { monotonicMs } from '../../lib/clock';
import type { ConversationKey } from '../../lib/links/chat-link';
import { members, withNewNames } from '../../people/state/members';
import { mergePresence } from '../../people/state/presence';
import { withNewTitles } from '../../projects/state/project-table';
import { keyNow, noteConversation, noteTeams } from '../state/known-conversations';
import { fetchThread, type ThreadQuery } from '../state/thread/fetch-thread';
import { patchThread, threadOf } from '../state/thread/threads';
import { newThread, type Thread, type ThreadPage } from '../state/thread/threads.reduce';

/** When a thread last started over, on the monotonic clock. */
const startedOverAtMs = new Map<ConversationKey, number>();
onReset(() => startedOverAtMs.clear());
/** A thread that would start over again within this time fails to load instead, so that its callers pause. */
const START_OVER_PAUSE_MS = 60_000;

/** Returns true if the server has less than was known before it was asked, which means that its database was restored from a backup. */
const isRestored = (known: Thread | undefined, page: ThreadPage): boolean =>
  known !== undefined &&
  (page.last_seq < known.lastSeq || page.last_change < Math.max(known.lastChange, known.announcedChange));

/** Drops the loaded messages, which the server may no longer have. Returns false if the thread has just started over already. */
function startThreadOver(id: ConversationKey): boolean {
  const key = keyNow(id);
  if (monotonicMs() - (startedOverAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < START_OVER_PAUSE_MS) return false;
  startedOverAtMs.set(key, monotonicMs());
  patchThread(id, ({ windowId }) => ({ ...newThread, windowId: windowId + 1 }));
  return true;
}

/** Returns true if a page made a ready thread start over, so that the page can't be added. */
export const hasStartedOver = (id: ConversationKey): boolean => threadOf(id)?.status === 'loading';

/** Returns a page whose messages, each time they are read, have the names and titles given since its call began. */
const withNewest = (page: ThreadPage, startedAt: Moment): ThreadPage => ({
  ...page,
  get messages() {
    const titled = withNewTitles(page.messages, startedAt, 'project_id', 'project_title');
    return withNewNames(titled, startedAt, 'sender_id', 'sender_name');
  },
});

/** Fetches one page, and updates the members that it names. The thread starts over if the server has less than is known here. */
export async function fetchPage(id: ConversationKey, query: ThreadQuery): Promise<Result<ThreadPage>> {
  const startedAt = moment();
  const epoch = storesEpoch();
  const known = threadOf(id);
  const answer = await fetchThread(id, query);
  if (!answer.ok) return answer;
  if (epoch === storesEpoch() && isRestored(known, answer.value)) {
    noteRestored();
    if (!startThreadOver(id)) return { ok: false, error: { kind: 'network' } };
  }
  const { user, conversation_id, messages } = answer.value;
  if (user === undefined) {
    if (conversation_id !== undefined) noteTeams([conversation_id]);
    members.merge(
      messages.map(({ sender_id, sender_name }) => ({ id: sender_id, name: sender_name })),
      startedAt,
    );
    return { ok: true, value: withNewest(answer.value, startedAt) };
  }
  noteConversation(conversation_id, user.id);
  members.merge([{ id: user.id, name: user.name }], startedAt);
  mergePresence([user], startedAt);
  mergeMessageRequests([user], startedAt);
  blocks.merge([{ id: user.id, is_blocked: user.is_blocked ?? false }], startedAt);
  return { ok: true, value: withNewest(answer.value, startedAt) };
}
