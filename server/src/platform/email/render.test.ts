import { describe, expect, it } from 'vitest';
import type { Letter } from './letter.js';
import { renderLetter } from './render.js';
import { emailValue } from './values.js';

const head = {
  publicUrl: 'https://sangam.test',
  operator: { name: 'Example <College>', address: '12 Ring Road, Pune', email: 'help@college.example' },
};
const letter = (change: Partial<Letter> = {}): Letter => ({
  to: 'bina@example.org',
  name: 'Bina Shah',
  subject: 'A subject',
  paragraphs: ['A paragraph.'],
  button: { label: 'Open it', href: 'https://sangam.test/it?a=1&b=2' },
  ...change,
});
const render = (change?: Partial<Letter>) => renderLetter(letter(change), head);
const row = (change: object) => ({
  actor: 'Asha',
  act: 'wrote',
  quote: null,
  note: null,
  label: 'Read it',
  href: 'https://sangam.test/x',
  ...change,
});

describe('an email', () => {
  it('greets by name, has one button, and names the operator, in both parts', () => {
    const { text, html } = render();
    expect(text.startsWith('Hi Bina Shah,\n\nA paragraph.\n\nOpen it: https://sangam.test/it?a=1&b=2\n')).toBe(true);
    expect(html).toContain('Hi <bdi>Bina Shah</bdi>,');
    expect(html.match(/>Open it<\/a>/gu)).toHaveLength(1);
    for (const part of [text, html]) {
      expect(part).toContain('12 Ring Road, Pune');
      expect(part).toContain('help@college.example');
      expect(part).not.toContain('https://sangam.test/settings/notifications');
    }
    expect(html).toContain('Example &#60;College&#62;');
  });

  it('links to the settings only if the recipient can turn such emails off', () => {
    const { text, html } = render({ unsubscribe: 'https://sangam.test/stop' });
    for (const part of [text, html]) {
      expect(part).toContain('Choose which emails you get');
      expect(part).toContain('https://sangam.test/settings/notifications');
    }
  });

  it('loads nothing from a server, and follows the theme of its reader', () => {
    const { html } = render({ rows: [row({})] });
    expect(html.match(/<img [^>]*>/gu)).toEqual([expect.stringContaining('src="cid:')]);
    expect(html).not.toMatch(/url\(|<link|<script|@import|@font-face/u);
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('name="color-scheme" content="light dark"');
  });

  it('shows in the inbox’s preview what the subject does not say', () => {
    const previewOf = (change: Partial<Letter>) =>
      /<body[^>]*><div style="display:none[^>]*>([^&]*)&#847;/u.exec(render(change).html)?.[1];
    expect(previewOf({})).toBe('A paragraph.');
    expect(previewOf({ rows: [row({})] })).toBe('A paragraph.');
    expect(previewOf({ rows: [row({})], paragraphs: [] })).toBe('Open it');
    const rows = [
      row({ quote: 'At four?', note: 'Answer by 1 Dec' }),
      row({ actor: 'Bina', act: 'joined Rover' }),
      row({ actor: null, act: 'No longer listed' }),
    ];
    expect(previewOf({ rows })).toBe('At four? · Bina joined Rover · No longer listed');
    expect(previewOf({ rows: [row({ note: 'Answer by 1 Dec' })] })).toBe('Answer by 1 Dec');
  });

  it('says what a written address opens, even after another link', () => {
    const { html } = render({
      closing: { text: 'Not you?', link: { label: 'Help', href: 'https://sangam.test/help' } },
    });
    expect(html.replace(/<[^>]*>/gu, ' ')).toMatch(/Not you\? +Help +Open it: +https:/u);
  });

  it('needs no operator', () => {
    const { text } = renderLetter(letter(), { ...head, operator: { name: null, address: null, email: null } });
    expect(text).toContain('\n\nSangam at sangam.test\n\n');
    expect(text).not.toContain('Contact');
  });
});

describe('the greeting', () => {
  it.each([
    ['', 'Hello,'],
    ['\u202e\u2066', 'Hello,'],
    ['Asha\r\nBcc: x', 'Hi Asha Bcc: x,'],
    ['Asha\u202eoaR', 'Hi AshaoaR,'],
    ['<b>Asha</b>', 'Hi <b>Asha</b>,'],
    ['Win at evil.example', 'Hi Win at evil.\u2060example,'],
    ['x'.repeat(80), `Hi ${'x'.repeat(59)}…,`],
    ['שירה כהן', 'Hi \u2068שירה כהן\u2069,'],
  ])('of %j is %j', (name, hello) => expect(render({ name }).text.split('\n')[0]).toBe(hello));

  it.each([
    ['Asha Rao', 'Hi Asha Rao,'],
    ['Dr. A.R. O’Brien-Núñez', 'Hi Dr. A.\u2060R. O’Brien-Núñez,'],
    ['आशा राव', 'Hi आशा राव,'],
    ['Win at evil.example', 'Hello,'],
    ['Call 555 123 now', 'Hello,'],
    ['You have won a prize today', 'Hello,'],
    ['https://evil.example', 'Hello,'],
  ])('of %j at an address that nobody has confirmed is %j', (name, hello) =>
    expect(render({ name, purpose: 'confirmation' }).text.split('\n')[0]).toBe(hello),
  );
});

describe('values from members', () => {
  it('are escaped, shortened and on one line, and cannot reverse the text around them', () => {
    const { text, html } = render({
      rows: [row({ actor: '\u202e<img src=x>\u2067', act: `wrote\n${'long '.repeat(200)}`, quote: '</div>"&' })],
    });
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&#60;/div&#62;&#34;&#38;');
    for (const part of [text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2066\u2067]/u);
    const [line = ''] = text.split('\n').filter((textLine) => textLine.includes('wrote'));
    expect(line.length).toBeLessThan(300);
    expect(line).toMatch(/…$/u);
  });

  it('do not become links', () => {
    expect(emailValue('Node.js: 2.5 times. Done', 100)).toBe('Node.\u2060js: 2.\u20605 times. Done');
    expect(render({ subject: 'See evil.example' }).subject).not.toContain('evil.example');
  });

  it('do not change the direction of the text around them', () => {
    const act = { actor: 'محمد', act: 'wants to join Rover' };
    for (const rows of [[row(act)], [row(act), row({})]]) {
      const { text, html } = render({ rows });
      expect(text).toContain('\u2068محمد\u2069 wants to join Rover');
      expect(html).toMatch(/<bdi[^>]*>محمد<\/bdi> wants to join Rover/u);
    }
    // A list of emails would otherwise set the whole line from right to left, by its first letter.
    expect(render({ subject: 'محمد wants to join Rover' }).subject).toBe('\u200eمحمد wants to join Rover');
  });
});
