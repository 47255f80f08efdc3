import { screen, waitFor, within } from '@testing-library/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../testing/render';
import { member } from '../../../testing/samples';
import { storeTone } from '../../state/emoji';
import { MessageField } from '../composer/MessageField';

const onDone = vi.fn();
const onEscape = vi.fn();

function Field({ begin = '' }: { begin?: string }) {
  const [text, setText] = useState(begin);
  return (
    <MessageField
      text={text}
      onChange={setText}
      onDone={() => onDone(text)}
      onKey={({ key }) => {
        if (key === 'Escape') onEscape();
        return false;
      }}
      label="Message"
      placeholder=""
      done={{ icon: Check, label: 'Send' }}
      focuses={() => true}
    />
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  // happy-dom has no layout and no editing commands.
  Element.prototype.scrollIntoView = vi.fn();
  document.execCommand = () => false;
});
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const list = () => screen.findByRole('listbox', { name: 'Emoji' });
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

it('shortcodes are listed from two letters on; arrow keys choose, Enter inserts without sending', async () => {
  const user = show(<Field />);
  await user.type(field(), 'I :he');
  expect(within(await list()).getAllByRole('option').length).toBeGreaterThan(3);
  await user.type(field(), 'art');
  await waitFor(() => expect(active()).toBe('❤️:heart:'));
  await user.keyboard('{ArrowDown}');
  const second = active();
  expect(second).not.toBe('❤️:heart:');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{Enter}');
  expect(field().value).toBe('I ❤️');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  expect(onDone).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(onDone).toHaveBeenCalledWith('I ❤️');
});

it('shortcodes are inserted with Tab or a press, which leaves the focus in the field', async () => {
  const user = show(<Field />);
  await user.type(field(), ':pizza');
  await list();
  await user.keyboard('{Tab}');
  expect(field().value).toBe('🍕');
  await user.type(field(), ' :tad');
  await user.click(within(await list()).getByRole('option', { name: /:tada:/u }));
  expect(field().value).toBe('🍕 🎉');
  expect(document.activeElement).toBe(field());
});

it('Escape closes only the list, until another shortcode begins', async () => {
  const user = show(<Field />);
  await user.type(field(), ':hear');
  await list();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onEscape).not.toHaveBeenCalled();
  await user.keyboard('t');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalled();
  await user.keyboard(' :fi');
  await list();
});

it('a complete shortcode becomes its emoji, unless it is unknown, pasted or in code', async () => {
  const user = show(<Field />);
  await user.type(field(), 'a :heart');
  await list();
  await user.keyboard(': b :nothing: `:heart:`');
  expect(field().value).toBe('a ❤️ b :nothing: `:heart:`');
  await user.clear(field());
  await user.paste('see :fire:');
  expect(field().value).toBe('see :fire:');
});

it('shortcodes insert emoji in the member’s skin tone', async () => {
  const user = show(<Field />, { as: member });
  storeTone('medium');
  await user.type(field(), ':wave');
  within(await list()).getByText('👋🏽');
  await user.keyboard(': :heart: :wave_tone5: :x:');
  expect(field().value).toBe('👋🏽 ❤️ 👋🏿 ❌');
  storeTone('none');
  await user.type(field(), ' :+1:');
  expect(field().value).toBe('👋🏽 ❤️ 👋🏿 ❌ 👍');
});
