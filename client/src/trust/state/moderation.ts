import type { CallAnswer } from '@sangam/shared/app/calls';
import { trustLimits } from '@sangam/shared/trust/limits';
import type { DecisionBody, ReportCase, ReportLine } from '@sangam/shared/trust/moderation';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import { isSignedOut, mapResult, type Result } from '../../core/api/errors';
import { type Change, changeData, changed, idle, type Loadable, load, ready } from '../../core/store/loadable';
import { rowsBelow, rowsToFetch } from '../../core/store/pages';
import { onReset, storesEpoch } from '../../core/store/reset';

type QueueState = 'open' | 'decided';

interface Queue {
  reports: ReportLine[];
  has_more: boolean;
  open: number;
}

interface ModerationState {
  queues: Record<QueueState, Loadable<Queue>>;
  byId: Readonly<Record<number, Loadable<ReportCase>>>;
}

const empty = (): ModerationState => ({ queues: { open: idle(), decided: idle() }, byId: {} });
/** Reports for moderators. Never stored in the browser. */
export const useModeration = create<ModerationState>(empty);
onReset(() => useModeration.setState(empty()));

const setQueue = (state: QueueState) => (change: Change<Queue>) =>
  useModeration.setState(({ queues }) => ({ queues: { ...queues, [state]: change(queues[state]) } }));
const setCase = (id: number) => (change: Change<ReportCase>) =>
  useModeration.setState(({ byId }) => ({ byId: { ...byId, [id]: change(byId[id] ?? idle()) } }));

export const loadReports = (state: QueueState): Promise<boolean> =>
  load(
    setQueue(state),
    () => {
      const shown = useModeration.getState().queues[state].data?.reports.length ?? 0;
      const limit = rowsToFetch(shown, trustLimits.reportsPage, trustLimits.reportsPageMax);
      return request('GET /api/moderation/reports', { query: { state, limit } });
    },
    ({ data }) => {
      const { data: shown } = useModeration.getState().queues[state];
      const below = data.has_more ? rowsBelow(shown?.reports ?? [], data.reports, (a, b) => a.id === b.id) : [];
      if (below.length === 0) return data;
      return { ...data, reports: [...data.reports, ...below], has_more: shown?.has_more === true };
    },
  );

/** Fetches the queue's next page. */
export async function loadMoreReports(state: QueueState): Promise<Result<void>> {
  const after = useModeration.getState().queues[state].data?.reports.at(-1)?.id;
  const epoch = storesEpoch();
  const answer = await request('GET /api/moderation/reports', { query: { state, after } });
  if (answer.ok && epoch === storesEpoch()) {
    const { reports, ...rest } = answer.value.data;
    setQueue(state)((before) =>
      changeData(before, (shown) =>
        shown.reports.at(-1)?.id === after ? { reports: [...shown.reports, ...reports], ...rest } : shown,
      ),
    );
  }
  return mapResult(answer, () => undefined);
}

export const loadCase = (id: number): Promise<boolean> =>
  load(
    setCase(id),
    () => request('GET /api/moderation/reports/:id', { params: { id } }),
    (answer) => answer.data,
  );

export async function decideCase(id: number, body: DecisionBody): Promise<Result<void>> {
  const epoch = storesEpoch();
  const answer = await request('PUT /api/moderation/reports/:id/decision', { params: { id }, body });
  if (answer.ok && epoch === storesEpoch()) setCase(id)(() => changed(ready(answer.value.data)));
  return mapResult(answer, () => undefined);
}

/** Lifts a suspension or a hiding, then loads the case again. */
export async function liftFrom(
  caseId: number,
  what: { userId: number } | { projectId: number },
  note: string,
): Promise<Result<void>> {
  const body = { note };
  const answer =
    'userId' in what
      ? await request('DELETE /api/moderation/members/:userId/suspension', { params: what, body })
      : await request('DELETE /api/moderation/projects/:id/hiding', { params: { id: what.projectId }, body });
  if (!isSignedOut(answer)) await loadCase(caseId);
  return mapResult(answer, () => undefined);
}

/** Fetches the next messages before or after a number. The server records each call. */
export const readContext = async (
  id: number,
  query: { before: number } | { after: number },
): Promise<Result<CallAnswer<'GET /api/moderation/reports/:id/context'>['data']>> =>
  mapResult(
    await request('GET /api/moderation/reports/:id/context', { params: { id }, query }),
    (answer) => answer.data,
  );
