import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { mostUsedEmoji } from '../../state/emoji';
import { EmojiPanel } from './EmojiPanel';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
const search = () => screen.getByLabelText<HTMLInputElement>('Search emoji');

it('finds emoji by name first; arrow keys choose, Enter takes and counts the use', async () => {
  const onChoose = vi.fn();
  const user = show(<EmojiPanel onChoose={onChoose} />, { as: member });
  await user.type(search(), 'ok');
  const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await screen.findByRole('option', { name: 'OK hand' });
  expect(active()).toBe('🆗');
  await user.keyboard('{ArrowRight}');
  expect(active()).toBe('👌');
  await user.clear(search());
  await user.type(search(), 'rocket{Enter}');
  expect(onChoose.mock.calls).toEqual([['🚀']]);
  expect(mostUsedEmoji()[0]).toBe('🚀');
  await user.clear(search());
  await user.type(search(), 'qqqq');
  await screen.findByText('No emoji found');
});
