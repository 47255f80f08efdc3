import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member, OTHER } from '../../testing/samples';
import { reportDialog } from '../state/report-dialog';
import { ReportDialog } from './ReportDialog';

it('requires a reason, sends the report once, and closes', async () => {
  const { of } = fakeServer({
    'POST /api/reports': () => ({ body: { success: true, data: { id: 1, created_at: '2026-01-01T00:00:00.000Z' } } }),
  });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'message', id: OTHER, seq: 3 }));
  await screen.findByRole('dialog', { name: 'Report this message' });
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(screen.getAllByText('Please choose a reason.')).not.toHaveLength(0);
  expect(of('POST /api/reports')).toHaveLength(0);

  await user.selectOptions(screen.getByLabelText('Reason'), 'Harassment or bullying');
  await user.type(screen.getByLabelText('What is wrong? (optional)'), ' Rude ');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  await screen.findByText('Thank you. Moderators will look at it.');
  expect(of('POST /api/reports').map(({ body }) => body)).toEqual([
    { kind: 'message', id: OTHER, seq: 3, reason: 'harassment', words: 'Rude' },
  ]);
  expect(reportDialog.get()).toBe(null);
});

it('keeps the fields when the server refuses, and shows why', async () => {
  fakeServer({ 'POST /api/reports': () => refusal(429, 'RATE_LIMITED', 'Too many requests.') });
  const user = show(<ReportDialog />, { as: member });
  act(() => reportDialog.open({ kind: 'project', id: 7, name: 'Rover' }));
  await screen.findByRole('dialog', { name: 'Report Rover' });
  await user.selectOptions(screen.getByLabelText('Reason'), 'spam');
  await user.type(screen.getByLabelText('What is wrong? (optional)'), 'Look');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect((await screen.findAllByText('Too many requests.')).length).toBeGreaterThan(0);
  expect((screen.getByLabelText('What is wrong? (optional)') as HTMLTextAreaElement).value).toBe('Look');
});
