import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setConnection } from '../../../core/realtime/connection-status';
import { presence } from '../../../people/state/presence';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { KEY, ME, member, message, OTHER, page } from '../../../testing/samples';
import { enqueue, openOutbox, setPendingState } from '../../state/outbox/outbox';
import { openThread } from '../../sync/thread-sync';
import { FileName } from '../attachments/FileName';
import { MessageRow } from '../message/MessageRow';
import { ThreadBody } from './ThreadBody';
import { ThreadPane } from './ThreadPane';

const joint = { newDay: false, firstUnread: false, grouped: false, isTarget: false };
const own = [message(1, { sender_id: ME, receiver_id: OTHER })];
const serve = () =>
  fakeServer({
    'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page(own, 1) } }),
    'GET /api/knocks': () => ({
      body: { success: true, data: { requests_left: null, first_messages_left: 4, messages_left: 2 } },
    }),
  });

it('promises no further messages to a member who doesn’t accept them', async () => {
  serve();
  await openThread(KEY);
  openOutbox(ME);
  show(<ThreadBody conversation={KEY} otherId={OTHER} name="Bina" onRetry={() => undefined} />, { as: member });
  await screen.findByText('You can send 2 messages before Bina answers.');
  const refused = { kind: 'server', status: 403, code: 'CONTACT_REFUSED', message: 'No.' } as const;
  act(() => setPendingState(enqueue(KEY, 'Hello?').client_id, 'failed', refused));
  await waitFor(() => expect(screen.queryByText(/You can send/u)).toBeNull());
});

it('calls nobody online while the server can’t be reached', async () => {
  serve();
  show(<ThreadPane conversation={KEY} otherId={OTHER} target={null} name="Bina" onBack={() => undefined} />, {
    as: member,
  });
  act(() => setConnection('online'));
  act(() => presence.upsert({ id: OTHER, is_online: true, last_active: null }));
  await screen.findByText('Online');
  act(() => setConnection('away'));
  await screen.findByText('Waiting for a connection');
  expect(screen.queryByText('Online')).toBeNull();
});

it('shows no presence of a former member', async () => {
  serve();
  show(<ThreadPane conversation={KEY} otherId={OTHER} target={null} name={FORMER_MEMBER} onBack={() => undefined} />, {
    as: member,
  });
  act(() => setConnection('online'));
  act(() => presence.upsert({ id: OTHER, is_online: true, last_active: null }));
  await screen.findByText(/^This member has left Sangam/u);
  expect(screen.queryByText('Online')).toBeNull();
});

it('shows a message of a few emoji large', () => {
  const row = (content: string) => (
    <MessageRow
      conversation={KEY}
      me={ME}
      item={{ kind: 'stored', message: message(1, { content }) }}
      own={false}
      seen={false}
      name="Bina"
      {...joint}
    />
  );
  show(
    <>
      {row('🎉')}
      {row('Hurray 🎉')}
    </>,
  );
  expect(screen.getByText('🎉').closest('.big-emoji')).not.toBeNull();
  expect(screen.getByText('Hurray 🎉').closest('.big-emoji')).toBeNull();
});

it('keeps the ending of a long file name', () => {
  show(
    <>
      <FileName name="Minutes of the second meeting about the stepwell.final.pdf" />
      <FileName name="notes.txt" />
    </>,
  );
  screen.getByText('ell.final.pdf'.slice(-10));
  screen.getByText('Minutes of the second meeting about the stepwell.final.pdf');
  screen.getByText('notes.txt');
});
