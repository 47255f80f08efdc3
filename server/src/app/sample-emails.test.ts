import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { renderLetter } from '../platform/email/render.js';
import { sampleEmails } from './sample-emails.js';

const publicUrl = 'https://sangam.test';
const operator = { name: 'Example College', address: null, email: 'help@college.example' };

it.each(Object.entries(sampleEmails(publicUrl)))(
  'the email %s has a heading, one button, a text and an HTML part, and a footer',
  (_, letter) => {
    const { subject, text, html } = renderLetter(letter, { publicUrl, operator });
    expect(subject).not.toBe('');
    const [first] = /https?:\/\/\S+/u.exec(text) ?? [];
    const { rows: [own] = [], button } = letter;
    expect(first).toBe((own ?? button).href);
    expect(text).toContain(`${button.label}: ${button.href}\n`);
    expect(html.split(`>${button.label}</a>`)).toHaveLength(2);
    expect(html.match(/<h1/gu)).toHaveLength(1);
    for (const part of [text, html]) {
      expect(part).toContain('Asha Rao');
      expect(part).toContain('Example College');
      // Only emails that one can unsubscribe from link to the settings.
      expect(part.includes(`${publicUrl}/settings/notifications`)).toBe(letter.unsubscribe !== undefined);
    }
    // Every link leads to this installation.
    for (const [, href] of html.matchAll(/href="([^"]+)"/gu)) expect(href?.startsWith(`${publicUrl}/`)).toBe(true);
  },
);

it('the email about a join request links to that request', () => {
  expect(sampleEmails(publicUrl).request?.button).toEqual({
    label: 'Review request',
    href: `${publicUrl}/projects/3?request=12`,
  });
});

it("an email uses the screen's name for a button", () => {
  const screens = fileURLToPath(new URL('../../../client/src/people/screens', import.meta.url));
  const files = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('Page.tsx'));
  const shown = files.map((file) => readFileSync(`${screens}/${file}`, 'utf8')).join('\n');
  const texts = Object.values(sampleEmails(publicUrl)).map(
    (letter) => renderLetter(letter, { publicUrl, operator }).text,
  );
  const named = texts.flatMap((text) => [...text.matchAll(/ and choose (?<button>\p{Lu}[^.]+)\./gu)]);
  expect(named).not.toHaveLength(0);
  for (const { groups } of named) expect(shown).toContain(groups?.button);
});
