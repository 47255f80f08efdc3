import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render';
import { ME, member } from '../../testing/samples';
import { useMessageLink } from './use-message-link';

function Links() {
  useMessageLink();
  return null;
}
const follow = (query: string) =>
  show(<Links />, { as: member, path: `/messages?user=${encodeURIComponent(query)}&name=A` });
const address = () => screen.getByTestId('address').textContent;
const refusal = 'Invalid conversation selected';

it.each(['0', '-5', '1.5', '99999999999999999999'])(
  'a link to %s, a number that is nobody’s id, says so',
  async (id) => {
    follow(id);
    await screen.findByText(refusal);
    expect(address()).toBe('/messages');
  },
);

it.each(['abc', '', String(ME)])('a link to “%s” is ignored', (id) => {
  follow(id);
  expect(address()).toBe('/messages');
  expect(screen.queryByText(refusal)).toBeNull();
});

it('a link to a member leads to their conversation', () => {
  follow('7');
  expect(address()).toBe('/messages/7');
});
