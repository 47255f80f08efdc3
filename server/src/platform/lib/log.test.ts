import { quietTurnMs } from '@sangam/testing/servers/quiet-ms';
import { expect, it } from 'vitest';
import { createLog, withoutAddresses } from './log.js';

it('logs what failed and where, and nothing that a driver or a mail server quotes', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info', production: true }, { write: (line: string) => void lines.push(line) });
  const cause = Object.assign(new Error('all recipients were rejected: 550 <asha.k+1@mail.example.org> unknown'), {
    rejected: ['asha.k+1@mail.example.org'],
  });
  const error = new Error('an email was not sent', { cause });
  log.error({ err: Object.assign(error, { code: '23505', detail: 'Key (email)=(asha.k+1@mail.example.org)' }) }, 'no');
  const [line = ''] = lines;
  expect(line).not.toMatch(/asha|example\.org/u);
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    msg: 'no',
    err: {
      message: 'an email was not sent',
      code: '23505',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'all recipients were rejected: 550 <(an address)> unknown' },
    },
  });
});

it.each([
  ['a value', Object.assign(new Error('invalid input syntax for type bigint: "my $& secret"'), { code: '22P02' })],
  ['a search', Object.assign(new Error('syntax error in tsquery: "my\nsecret"'), { code: '42601' })],
  ['a text', unparsed('my secret')],
  ['a text with another quote', unparsed('"my" secret')],
])('leaves %s that could not be read out of the log', (_, error) => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info', production: true }, { write: (line: string) => void lines.push(line) });
  log.error({ err: new Error('a job failed', { cause: error }) }, 'no');
  const [line = ''] = lines;
  expect(line).not.toMatch(/secret|\bmy\b/u);
  expect(JSON.parse(line).err.cause).toMatchObject({ stack: expect.stringContaining('log.test.ts') });
});

it('scans a long word for addresses only once', async () => {
  const word = 'x_'.repeat(100_000);
  const text = `${word} <a.b@c.example> ${word}@c.example`;
  expect(withoutAddresses(text)).toBe(`${word} <(an address)> (an address)`);
  expect(await quietTurnMs(() => withoutAddresses(text), 500)).toBeLessThanOrEqual(500);
});

function unparsed(text: string): Error {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
}
