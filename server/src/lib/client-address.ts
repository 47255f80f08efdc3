import type { IncomingMessage } from 'node:http';

/**
 * The client's address: the peer's or, behind `proxies` reverse proxies, the one that the outermost of them saw. Entries
 * before it in X-Forwarded-For are the client's own claim. Same rule as Fastify's `request.ip`.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = proxies === 0 ? [] : [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const seen = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return seen.at(-proxies) ?? seen[0] ?? socket.remoteAddress ?? '';
}
