import Bowser from 'bowser';
import { networkOf } from '../../platform/lib/client-address.js';

/** Where a session began, as its member's list of devices shows it. */
export interface SessionOrigin {
  /** Its browser and system, as it says; null when it says neither. */
  device: string | null;
  network: string;
}

/** A sign-in: where, and whether the device has signed in to the account before. */
export interface SignInOrigin extends SessionOrigin {
  isKnownDevice: boolean;
  /** Whether the member wants to keep an account that is about to be deleted. */
  comesBack: boolean;
}

/** Longer than any browser's. */
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
  const named = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return { device: named.length === 0 ? null : named.join(' on ').slice(0, DEVICE_MAX_CHARS), network };
}
