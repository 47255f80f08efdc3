import Bowser from 'bowser';
import { networkOf } from '../../platform/limits/client-address.js';

/** The device and network on which a session began, as the member's list of devices shows them. */
export interface SessionOrigin {
  /** Browser and system from the User-Agent; null if it names neither. */
  device: string | null;
  network: string;
}

export interface SignInOrigin extends SessionOrigin {
  /** Whether the device has signed in to the account before. */
  isKnownDevice: boolean;
  /** Whether the member wants to keep an account that is due for deletion. */
  comesBack: boolean;
}

/** Longer than any browser's User-Agent. */
const AGENT_MAX_CHARS = 512;
const DEVICE_MAX_CHARS = 80;

export function originOf({
  headers,
  ip,
}: {
  headers: { 'user-agent'?: string | undefined };
  ip: string;
}): SessionOrigin {
  const agent = (headers['user-agent'] ?? '').slice(0, AGENT_MAX_CHARS);
  const network = networkOf(ip);
  if (agent === '') return { device: null, network };
  const { browser, os } = Bowser.parse(agent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return { device: names.length === 0 ? null : names.join(' on ').slice(0, DEVICE_MAX_CHARS), network };
}
