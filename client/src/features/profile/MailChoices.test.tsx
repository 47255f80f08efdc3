import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { MailChoices } from './MailChoices';

const choices = { mail_pace: 'quarter_hour', mail_shows_text: false, mail_off: [], mails: true };
const answer = (change: object = {}) => ({ body: { success: true, data: { ...choices, ...change } } });
const pace = async () => (await screen.findByLabelText<HTMLSelectElement>('Mail me what I have not read')).value;

it('shows how it stands, and changes it', async () => {
  const { of } = fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': ({ body }) => answer(body as object),
  });
  const user = show(<MailChoices />, { as: member });
  expect(await pace()).toBe('quarter_hour');
  await user.selectOptions(screen.getByLabelText('Mail me what I have not read'), 'daily');
  expect(await pace()).toBe('daily');
  await user.click(screen.getByRole('checkbox', { name: 'Put the text of messages into e-mails' }));
  await waitFor(() =>
    expect(of('PATCH /api/notification-choices').map(({ body }) => body)).toEqual([
      { mail_pace: 'daily' },
      { mail_shows_text: true },
    ]),
  );
});

it('takes back what the server did not get, and says so', async () => {
  fakeServer({
    'GET /api/notification-choices': () => answer(),
    'PATCH /api/notification-choices': () => refusal(503, 'BUSY'),
  });
  const user = show(<MailChoices />, { as: member });
  await pace();
  await user.selectOptions(screen.getByLabelText('Mail me what I have not read'), 'never');
  await screen.findByText('Failed to change notifications');
  expect(await pace()).toBe('quarter_hour');
});

it('shows nothing where no mail is sent', async () => {
  const { of } = fakeServer({ 'GET /api/notification-choices': () => answer({ mails: false }) });
  show(<MailChoices />, { as: member });
  await waitFor(() => expect(of('GET /api/notification-choices')).toHaveLength(1));
  expect(screen.queryByText('E-mail')).toBeNull();
});
