import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Returns the client's address: the peer's or, behind `proxies` reverse proxies, the one that the outermost of them saw. Earlier
 * entries in X-Forwarded-For are the client's own claim. Same rule as Fastify's `request.ip`.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = proxies === 0 ? [] : [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const addresses = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return addresses.at(-proxies) ?? addresses[0] ?? socket.remoteAddress ?? '';
}

/** Some proxies name the client's port as well: `198.51.100.7:50123`, `[2001:db8::1]:50123`. */
const withPort = /^(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/iu;

/**
 * Returns the network that counts as one address: the 64-bit network for IPv6, since a single machine can use as many addresses
 * as it likes; for an IPv4 address within IPv6, the IPv4 address. Without the port: each connection has its own.
 */
export function networkOf(rawAddress: string): string {
  if (!rawAddress.includes(':')) return rawAddress;
  const [, ipv6, ipv4] = withPort.exec(rawAddress) ?? [];
  const address = ipv6 ?? ipv4 ?? rawAddress;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
