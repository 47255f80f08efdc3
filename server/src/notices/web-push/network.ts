import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where pushes may go. The address comes from the member's browser, so it may name anything. */
export interface WebPushNetwork {
  allows(endpoint: URL): boolean;
  agent: Agent;
}

/** False for this host, its own network, and every reserved range. */
export const isPublicAddress = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** A name that resolves to no public address does not resolve; one that has several keeps the public ones. */
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

/** https on its own port, at public addresses only; checked again when the name is resolved for each connection. */
export const publicNetwork = (): WebPushNetwork => ({
  allows(endpoint) {
    const host = hostOf(endpoint);
    const isOpen =
      endpoint.protocol === 'https:' && endpoint.port === '' && endpoint.username + endpoint.password === '';
    return isOpen && (ipaddr.isValid(host) ? isPublicAddress(host) : host.includes('.'));
  },
  agent: new Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 4, timeout: 30_000, lookup: lookupPublic }),
});
