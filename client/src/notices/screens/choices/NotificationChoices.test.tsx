import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { choices, member } from '../../../testing/samples';
import { NotificationChoices } from './NotificationChoices';

const answer = (change: object = {}) => ({ body: { success: true, data: choices(change) } });
const pace = async () =>
  (await screen.findByLabelText<HTMLSelectElement>('Email me about unread messages and requests')).value;

it('shows the choices, and changes them', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': ({ body }) => answer(body as object),
  });
  const user = show(<NotificationChoices />, { as: member });
  expect(await pace()).toBe('quarter_hour');
  await user.selectOptions(screen.getByLabelText('Email me about unread messages and requests'), 'daily');
  expect(await pace()).toBe('daily');
  await user.click(screen.getByRole('checkbox', { name: 'Include message text in emails' }));
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { mail_pace: 'daily' },
      { mail_shows_text: true },
    ]),
  );
});

it('reverts a choice that did not reach the server, and shows the failure', async () => {
  fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': () => 'network',
  });
  const user = show(<NotificationChoices />, { as: member });
  await pace();
  await user.selectOptions(screen.getByLabelText('Email me about unread messages and requests'), 'never');
  await screen.findByText('Failed to change notifications. Check your connection and try again.');
  expect(await pace()).toBe('quarter_hour');
});

it('chooses the groups, the channels and the quiet hours', async () => {
  let now: object = {};
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': ({ body }) => {
      now = { ...now, ...(body as object) };
      return answer(now);
    },
  });
  const user = show(<NotificationChoices />, { as: member });
  const messages = within(await screen.findByRole('group', { name: 'Messages' }));
  await user.click(messages.getByRole('checkbox', { name: 'On devices' }));
  await user.click(messages.getByRole('checkbox', { name: 'By email' }));
  await user.click(screen.getByRole('checkbox', { name: 'Quiet hours' }));
  expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('22:00');
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { push_off: ['messages'] },
      { mail_off: ['messages'] },
      { quiet: { from: 1_320, until: 420 } },
    ]),
  );
});

it('names the time zone of the quiet hours, and links to its setting', async () => {
  const quiet = { from: 1_320, until: 420 };
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer({ quiet, time_zone: 'America/New_York' }),
    'PATCH /api/notification-choices': () => answer({ quiet: { from: 1_380, until: 420 }, version: 1 }),
  });
  show(<NotificationChoices />, { as: member });
  await screen.findByRole('checkbox', { name: 'Quiet hours, in America/New York time' });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hint = screen.getByText(/^You’ll get notifications you missed/u);
  expect(hint.textContent).toBe(
    `You’ll get notifications you missed when quiet hours end. This device is in ${own} time. Change the time zone`,
  );
  expect(screen.getByRole('link', { name: 'Change the time zone' }).getAttribute('href')).toBe('/settings/appearance');
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '23:00' } });
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { quiet: { from: 1_380, until: 420 } },
    ]),
  );
});

it('keeps two equal times in the fields, shows the error, and sends nothing', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer({ quiet: { from: 1_320, until: 1_380 } }),
    'PATCH /api/notification-choices': () => answer({ quiet: { from: 1_410, until: 1_380 } }),
  });
  show(<NotificationChoices />, { as: member });
  const from = await screen.findByLabelText<HTMLInputElement>('From');
  // As when 23:30 is typed, hours first.
  fireEvent.change(from, { target: { value: '23:00' } });
  expect(from.value).toBe('23:00');
  screen.getByText('Choose two different times.');
  expect(of('PATCH /api/notification-choices')).toEqual([]);
  fireEvent.change(from, { target: { value: '23:30' } });
  await waitFor(() => expect(of('PATCH /api/notification-choices')).toHaveLength(1));
  expect(screen.queryByText('Choose two different times.')).toBeNull();
  expect(from.value).toBe('23:30');
});

it('hides the choices about email without a mail server: each topic is one checkbox', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer({ mails: false }),
    'PATCH /api/notification-choices': ({ body }) => answer({ mails: false, ...(body as object) }),
  });
  const user = show(<NotificationChoices />, { as: member });
  const topics = within(await screen.findByRole('group', { name: 'Notify me on devices about' }));
  const names = topics.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
  expect(names.slice(0, 2)).toEqual(['Messages', 'Requests to me']);
  for (const text of ['By email', 'On devices']) expect(screen.queryByText(text)).toBeNull();
  await user.click(topics.getByRole('checkbox', { name: 'Deadlines' }));
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([{ push_off: ['reminders'] }]),
  );
});

it('saves followed skills, up to the limit, when the field loses the focus', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer({ followed_skills: ['React'] }),
    'PATCH /api/notification-choices': ({ body }) => answer({ version: 1, ...(body as object) }),
    'GET /api/users/suggestions': () => ({ body: { success: true, data: { colleges: [], skills: [] } } }),
  });
  const user = show(<NotificationChoices />, { as: member });
  const field = await screen.findByLabelText<HTMLInputElement>('Notify me about new projects that need these skills');
  expect(field.value).toBe('React');
  await user.type(field, ', SQL');
  await user.tab();
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { followed_skills: ['React', 'SQL'] },
    ]),
  );
  const again = screen.getByLabelText('Notify me about new projects that need these skills');
  await user.type(again, ', c, d, e, f, g, h, i, j, k');
  await screen.findByText('At most 10 skills');
  await user.tab();
  expect(of('PATCH /api/notification-choices')).toHaveLength(1);
});

it('Enter completes a skill to follow, saves it, and keeps the focus', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer(),
    'GET /api/users/suggestions': () => ({ body: { success: true, data: { colleges: [], skills: ['Figma'] } } }),
    'PATCH /api/notification-choices': ({ body }) => answer({ ...(body as object), version: 1 }),
  });
  const user = show(<NotificationChoices />, { as: member });
  const skills = await screen.findByLabelText<HTMLInputElement>('Notify me about new projects that need these skills');
  await screen.findByRole('button', { name: 'Figma' });
  await user.type(skills, 'fig{Enter}');
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([{ followed_skills: ['Figma'] }]),
  );
  expect(document.activeElement).toBe(skills);
  await user.keyboard('Elm{Enter}');
  await waitFor(() => expect(of('PATCH /api/notification-choices')).toHaveLength(2));
  expect(skills.value).toBe('Figma, Elm, ');
});
