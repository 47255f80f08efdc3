import { expect, it } from 'vitest';
import { createUnsubscriptions } from './unsubscribe.js';

const publicUrl = 'https://sangam.test';
const unsubscriptions = createUnsubscriptions({ jwtSecret: 'x'.repeat(32), publicUrl });
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

it('reads its own tokens', () => {
  const token = tokenOf(unsubscriptions.link(7, ['messages', 'team']));
  expect(unsubscriptions.read(token)).toEqual({ userId: 7, groups: ['messages', 'team'] });
});

it('rejects all other tokens', () => {
  const token = tokenOf(unsubscriptions.link(7, ['messages']));
  const other = createUnsubscriptions({ jwtSecret: 'y'.repeat(32), publicUrl });
  const changed = [token.replace(/^7/u, '8'), token.replace('messages', 'team'), `${token}A`, token.slice(0, -1), ''];
  for (const wrongToken of [...changed, tokenOf(other.link(7, ['messages']))])
    expect(unsubscriptions.read(wrongToken), wrongToken).toBeNull();
});
