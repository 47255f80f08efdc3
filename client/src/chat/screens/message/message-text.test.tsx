import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MessageText } from './MessageContent';

afterEach(cleanup);

const show = (text: string) =>
  render(
    <div data-testid="text">
      <MessageText text={text} />
    </div>,
  );
const shown = () => screen.getByTestId('text');

it('renders formatting, and keeps line breaks', async () => {
  show('**now**\n_or_ `never`');
  expect((await screen.findByText('now')).closest('strong')).not.toBeNull();
  expect(screen.getByText('or').closest('em')).not.toBeNull();
  expect(screen.getByText('never').tagName).toBe('CODE');
  expect(shown().textContent).toBe('now\nor never');
});

it('renders lists with their first number, quotes and code blocks', async () => {
  show('3. three\n4. four\n\n> said\n\n```\n<b>code</b>\n```');
  expect((await screen.findByRole('list')).getAttribute('start')).toBe('3');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['three', 'four']);
  expect(document.querySelector('blockquote')?.textContent).toBe('said');
  expect(document.querySelector('pre')?.textContent).toBe('<b>code</b>');
});

it.each([
  ['alone', 'a.in '.repeat(800)],
  ['among formatted words', '**b** a.in a.in a.in a.in a.in a.in a.in a.in '.repeat(80)],
])('draws only the first hundreds of a message’s links, %s, and keeps the rest as typed', async (_, text) => {
  show(text.trim());
  if (text.includes('*')) await screen.findAllByText('b');
  const links = document.querySelectorAll('a').length;
  expect(links).toBeGreaterThanOrEqual(200);
  expect(links).toBeLessThan(210);
  expect(shown().textContent).toBe(text.replaceAll('*', '').trim());
});

it('shows an address from left to right in a text of any direction', async () => {
  show('ہماری سائٹ https://example.org/کتاب?x=1');
  const link = await screen.findByRole('link', { name: 'https://example.org/کتاب?x=1' });
  expect(link.dir).toBe('ltr');
});

it('shows a link’s host when its text doesn’t', async () => {
  show('[our page](https://example.org/a)');
  const link = await screen.findByRole('link', { name: 'our page' });
  expect(link.getAttribute('href')).toBe('https://example.org/a');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  expect(shown().textContent).toBe('our page (example.org)');
});

it.each([
  ['example.org', false],
  ['https://example.org/a', false],
  ['https://bank.example/example.org', true],
  ['bank.example/?example.org/', true],
  ['example.org.bank.example', true],
  ['see example.org', true],
])('shows the host of a link unless its text begins with it: %s', async (text, isShown) => {
  show(`[${text}](https://example.org/a)`);
  await screen.findByRole('link', { name: text });
  expect(shown().textContent).toBe(isShown ? `${text} (example.org)` : text);
});

it('never renders HTML typed by a member', async () => {
  show('**x** <img src=x onerror=alert(1)> [a](javascript:alert(1))');
  await screen.findByText('x');
  expect(document.querySelector('img, a')).toBeNull();
  expect(shown().textContent).toBe('x <img src=x onerror=alert(1)> [a](javascript:alert(1))');
});

it('shows plain text at once', () => {
  show('just words, see https://example.org');
  expect(shown().textContent).toBe('just words, see https://example.org');
});
