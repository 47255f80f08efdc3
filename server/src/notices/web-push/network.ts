import { Resolver } from 'node:dns/promises';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The hosts that pushes may go to. An endpoint comes from the member's browser, so it may name any host. */
export interface WebPushNetwork {
  allows(endpoint: URL): boolean;
  agent: Agent;
}

/** The IPv6 addresses that are routed between networks. Others may stand for this host, as `::7f00:1` does for 127.0.0.1. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for this host, its own network, and every reserved range. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6));
}

interface Address {
  address: string;
  family: 4 | 6;
}

/** Errors that mean that a name has no address. */
const NO_ADDRESS: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Asks the name servers over sockets. The system's own look-up would occupy one of Node's four threads, which also hash passwords, for as
 * long as a name server doesn't answer.
 */
async function resolveAll(hostname: string): Promise<Address[]> {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return [];
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const resolve = async (family: 4 | 6): Promise<Address[]> => {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return addresses.map((address) => ({ address, family }));
  };
  const results = await Promise.allSettled([resolve(4), resolve(6)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected' && !NO_ADDRESS.includes(result.reason.code));
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
  return addresses;
}

/** Drops addresses that are not public; fails if none is left. */
const lookupPublic =
  (resolve: typeof resolveAll): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const addresses = found.filter(({ address }) => isPublicAddress(address));
        const [first] = addresses;
        if (first === undefined) callback(new Error('no public address'), '', 0);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/u, '$1');

/** Allows https on its default port at public addresses only. Each connection checks the resolved address again. */
export const publicNetwork = (): WebPushNetwork => ({
  allows(endpoint) {
    const host = hostOf(endpoint);
    const isOpen =
      endpoint.protocol === 'https:' && endpoint.port === '' && endpoint.username + endpoint.password === '';
    return isOpen && (ipaddr.isValid(host) ? isPublicAddress(host) : host.includes('.'));
  },
  agent: new Agent({
    keepAlive: true,
    maxSockets: 16,
    maxFreeSockets: 4,
    timeout: 30_000,
    lookup: lookupPublic(resolveAll),
  }),
});
