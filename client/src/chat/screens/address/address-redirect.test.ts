import { expect, it } from 'vitest';
import { type MessagesAddress, readMemberId, redirectOf } from './address-redirect';

const ME = 3;
const [invalid, others] = ['Invalid conversation selected', 'This link belongs to another conversation'];
const at = (path: string, state: unknown = null): MessagesAddress => {
  const [pathname = '', query] = path.split('?');
  const [userId = null, id = null] = pathname.split('/').slice(2);
  return {
    userId: id === null ? userId : null,
    conversationId: id,
    query: new URLSearchParams(query),
    state,
  };
};

it.each([
  ['/messages', null],
  ['/messages?user=7&name=Bina', { to: '/messages/7' }],
  ['/messages?name=Bina', { to: '/messages' }],
  [`/messages?user=${ME}`, { to: '/messages' }],
  ['/messages?user=abc', { to: '/messages' }],
  ['/messages?user=-5', { to: '/messages', problem: invalid }],
  ['/messages/7', null],
  ['/messages/1.5', { to: '/messages', problem: invalid }],
  ['/messages/abc', { to: '/messages' }],
  [`/messages/${ME}`, { to: '/messages' }],
  // A conversation's id may equal the member's own id.
  [`/messages/c/${ME}`, null],
  ['/messages/c/0', { to: '/messages', problem: invalid }],
  ['/messages/7?m=12', null],
  [`/messages/${ME}?m=12&with=7`, { to: `/messages/7?m=12&with=${ME}` }],
  [`/messages/7?m=12&with=${ME}`, null],
  ['/messages/7?m=12&with=9', { to: '/messages', problem: others }],
  ['/messages/7?with=9', null],
])('%s leads to the conversation that it names, or to the list', (path, redirect) => {
  expect(redirectOf(at(path), ME, null)).toEqual(redirect);
});

it('a conversation with an id is shown under that id, at the same message and with the same state', () => {
  const state = { aboveList: true };
  expect(redirectOf(at('/messages/7', state), ME, 'c20')).toEqual({ to: '/messages/c/20', state });
  expect(redirectOf(at('/messages/7?m=4', state), ME, 'c20')).toEqual({ to: '/messages/c/20?m=4', state });
  expect(redirectOf(at('/messages/7', state), ME, 'u7')).toBeNull();
  expect(redirectOf(at('/messages/c/20', state), ME, 'c20')).toBeNull();
});

it('a question’s project moves from the address to the state before the address gets the conversation’s id', () => {
  expect(redirectOf(at('/messages/7?about=12', { name: 'Bina' }), ME, 'c20')).toEqual({
    to: '/messages/7',
    state: { name: 'Bina', projectId: 12 },
  });
});

it('a visitor’s message link of the previous version stays until the session is known', () => {
  expect(redirectOf(at('/messages/7?m=12&with=9'), null, null)).toBeNull();
});

it('an id in an address is digits only', () => {
  const texts = ['7', '0', '-1', '1.5', '1e3', 'abc', '', '99999999999999999', null];
  expect(texts.map(readMemberId)).toEqual([7, ...Array.from({ length: 8 }, () => null)]);
});
