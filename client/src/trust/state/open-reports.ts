import { create } from 'zustand';
import { request } from '../../core/api/client';
import { callOrder } from '../../core/store/call-order';
import { onReset, storesEpoch } from '../../core/store/reset';

/** The number of open reports, for moderators; null until it has loaded. */
export const useOpenReports = create<{ count: number | null }>(() => ({ count: null }));
onReset(() => useOpenReports.setState({ count: null }));

const startCall = callOrder();

/** Counts the open reports. A failure keeps the previous count. */
export async function countOpenReports(): Promise<void> {
  const [epoch, isNewest] = [storesEpoch(), startCall()];
  const answer = await request('GET /api/moderation/reports', { query: { state: 'open' } });
  if (answer.ok && epoch === storesEpoch() && isNewest()) useOpenReports.setState({ count: answer.value.data.open });
}
