import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { choices, member } from '../../testing/samples';
import { PrivacyCard } from './PrivacyCard';

const answer = (change = {}) => ({ body: { success: true, data: choices({ version: 1, ...change }) } });

it('shows the choices, and changes one at a time', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer({ presence_for: 'acquainted', shows_typing: false }),
    'PATCH /api/notification-choices': (body) =>
      answer({ presence_for: 'acquainted', shows_typing: false, ...(body as object) }),
  });
  const user = show(<PrivacyCard />, { as: member });
  const presence = await screen.findByLabelText<HTMLSelectElement>('Show my presence to');
  expect(presence.value).toBe('acquainted');
  await user.selectOptions(presence, 'Nobody');
  await user.selectOptions(screen.getByLabelText('Let people find me by name'), 'My teams and people I chose');
  await user.click(screen.getByLabelText('Send read receipts'));
  await user.click(screen.getByLabelText('Show when I’m typing'));
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { presence_for: 'nobody' },
      { found_by: 'teams' },
      { shows_read_marks: false },
      { shows_typing: true },
    ]),
  );
});

it('reverts a choice that could not be stored, and shows the failure', async () => {
  fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': () => 'network',
  });
  const user = show(<PrivacyCard />, { as: member });
  await user.click(await screen.findByLabelText('Show when I’m typing'));
  await screen.findByText('Failed to save your privacy settings. Check your connection and try again.');
  expect(screen.getByLabelText<HTMLInputElement>('Show when I’m typing').checked).toBe(true);
});
