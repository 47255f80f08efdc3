import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The hosts that pushes may go to. An endpoint comes from the member's browser, so it may name any host. */
export interface WebPushNetwork {
  allows(endpoint: URL): boolean;
  agent: Agent;
}

/** False for this host, its own network, and every reserved range. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** Drops addresses that are not public; fails if none is left. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (first === undefined) return done(new Error('no public address'), '', 0);
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
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
  agent: new Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 4, timeout: 30_000, lookup: lookupPublic }),
});
