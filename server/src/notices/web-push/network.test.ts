import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicNetwork } from './network.js';

const network = publicNetwork();

describe('an endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://8.8.8.8/x',
    'https://[2606:4700:4700::1111]/x',
  ])('%s is allowed', (endpoint) => {
    expect(network.allows(new URL(endpoint))).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://a:b@fcm.googleapis.com/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/x',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::127.0.0.1]/x',
    'https://[::a00:1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[64:ff9b::7f00:1]/x',
  ])('%s is refused', (endpoint) => {
    expect(network.allows(new URL(endpoint))).toBe(false);
  });

  it('whose name resolves to this host is not contacted', async () => {
    const failure = await new Promise<Error>((resolve) => {
      request('https://localhost/x', { agent: network.agent }).on('error', resolve).end();
    });
    expect(failure.message).toBe('no public address');
  });
});

it('documentation, test and multicast addresses are not public', () => {
  for (const address of ['192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', 'ff02::1', '2001:db8::1', '::'])
    expect(isPublicAddress(address), address).toBe(false);
});
