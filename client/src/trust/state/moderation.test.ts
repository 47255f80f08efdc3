import { beforeEach, expect, it } from 'vitest';
import { resetStores } from '../../core/store/reset';
import { fakeServer } from '../../testing/fake-server';
import { reportLine } from '../../testing/reports';
import { loadMoreReports, loadReports, useModeration } from './moderation';

const shown = () => useModeration.getState().queues.open.data;

beforeEach(resetStores);

it('keeps the pages that a moderator has opened when the queue is fetched again', async () => {
  const { of } = fakeServer({
    'GET /api/moderation/reports': ({ query }) => {
      const [reports, has_more] = query.has('after') ? [[3, 4], false] : [[1, 2], true];
      return { body: { success: true, data: { reports: reports.map((id) => reportLine(id)), has_more, open: 4 } } };
    },
  });
  await loadReports('open');
  await loadMoreReports('open');
  await loadReports('open');
  expect(shown()?.reports.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(shown()?.has_more).toBe(false);
  expect(of('GET /api/moderation/reports').at(-1)?.query.get('limit')).not.toBeNull();
});
