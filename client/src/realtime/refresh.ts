import { noteRefreshed } from '../stores/connection';
import { loadConversations, useConversations } from '../stores/conversations';
import { loadRecentProjects, useDashboard } from '../stores/dashboard';
import { loadInterest } from '../stores/interest';
import { loadUnread } from '../stores/notifications';
import { applyPresence, presenceMoment } from '../stores/presence';
import { loadProject, useProjectPages } from '../stores/project-pages';
import { loadProjects, useProjects } from '../stores/projects';
import { loadIncoming, loadMine } from '../stores/requests';
import { syncThread, useThreads } from '../stores/threads';
import { useProjectWatch } from '../stores/watch';
import { sendWatches } from './watch';

export type RefreshReason = 'start' | 'connect' | 'gap' | 'fallback' | 'focus';

let running: Promise<void> | null = null;
let next: RefreshReason | null = null;

/**
 * THE refresh: one path for start, reconnect, gap, fallback and focus. Fetches everything that live events may have
 * failed to say: conversations, unread, the open thread from its last message, requests, presence. One runs at a
 * time; whoever asks meanwhile gets one more run after it, which does what any of them needs.
 */
export function refresh(reason: RefreshReason): Promise<void> {
  if (running) {
    if (next !== 'connect') next = reason;
    return running;
  }
  running = run(reason).finally(() => {
    running = null;
  });
  return running;
}

async function run(first: RefreshReason): Promise<void> {
  for (let reason: RefreshReason | null = first; reason !== null; reason = next) {
    next = null;
    const [came] = await Promise.all([
      refreshConversations(),
      loadUnread(),
      refreshOpenThread(),
      loadIncoming(),
      loadMine(),
      loadInterest(),
      sendWatches(),
      // The first page load has just fetched what its page shows.
      reason === 'connect' ? refreshProjects() : undefined,
    ]);
    if (came) noteRefreshed();
  }
}

/** The conversation list, and the presence that comes with it; true when it came. */
export async function refreshConversations(): Promise<boolean> {
  const since = presenceMoment();
  const came = await loadConversations();
  if (came) applyPresence(useConversations.getState().list.data ?? [], since);
  return came;
}

async function refreshOpenThread(): Promise<void> {
  const { openId } = useThreads.getState();
  if (openId === null) return;
  const since = presenceMoment();
  const answer = await syncThread(openId);
  if (answer.ok && answer.value) applyPresence([answer.value], since);
}

/** The projects on screen, if they have been loaded: their events may have been missed. */
async function refreshProjects(): Promise<void> {
  const { list, project_id } = useProjectWatch.getState();
  const state = useProjects.getState();
  await Promise.all([
    project_id !== null && useProjectPages.getState().byId[project_id]?.data ? loadProject(project_id) : undefined,
    list && state.list.data && state.list.data.length <= 50 ? loadProjects() : undefined,
    list && useDashboard.getState().recentProjects.data ? loadRecentProjects() : undefined,
  ]);
}
