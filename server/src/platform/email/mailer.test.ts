import { openMailbox } from '@sangam/testing/mailbox';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { logo } from './logo.js';
import { createMailer } from './mailer.js';

const mailbox = await openMailbox();
const mailer = createMailer(
  {
    smtpUrl: mailbox.url,
    mailFrom: 'Sangam <no-reply@sangam.test>',
    dataDir: '',
    publicUrl: 'https://sangam.test',
    operator: { name: null, address: null, email: null },
  },
  { log: pino({ level: 'silent' }), timings: { smtpTimeoutMs: 5_000 }, isConfirmed: async () => true },
);
afterAll(async () => {
  mailer.close();
  await mailbox.close();
});

it('sends text and HTML as alternatives, with the logo inside', async () => {
  await mailer.send({
    to: 'bina@example.org',
    name: 'Bina',
    subject: 'Hello',
    paragraphs: ['A paragraph.'],
    button: { label: 'Open', href: 'https://sangam.test/x' },
    unsubscribe: 'https://sangam.test/stop',
  });
  const { email, link } = await mailbox.newest('bina@example.org');
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  expect(header('content-type')).toMatch(/^multipart\/alternative/u);
  expect(header('list-unsubscribe')).toBe('<https://sangam.test/stop>');
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(link.href).toBe('https://sangam.test/x');
  expect(email.text).toContain('Hi Bina,');
  const [, id] = /src="cid:([^"]+)"/u.exec(email.html ?? '') ?? [];
  expect(email.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', contentId: `<${id}>` }]);
  expect(Buffer.from(email.attachments[0]?.content as ArrayBuffer).equals(logo)).toBe(true);
});

it('shows a subject as it is written, even if it looks encoded', async () => {
  const encoded = '=?utf-8?B?U2FuZ2FtIFN1cHBvcnQ=?=';
  await mailer.send({
    to: 'chitra@example.org',
    name: 'Chitra',
    subject: `${encoded} wrote to you`,
    paragraphs: ['A paragraph.'],
    button: { label: 'Open', href: 'https://sangam.test/x' },
  });
  const { email } = await mailbox.newest('chitra@example.org');
  expect(email.subject?.replaceAll('\u2060', '')).toBe(`${encoded} wrote to you`);
});
