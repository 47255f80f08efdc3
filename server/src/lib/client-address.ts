import type { IncomingMessage } from 'node:http';

/**
 * Who is asking: the peer, or behind so many reverse proxies the address that the outermost of them saw. What stands
 * before that in X-Forwarded-For is the client's own claim. Fastify reads `request.ip` in the same way.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = proxies === 0 ? [] : [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const seen = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return seen.at(-proxies) ?? seen[0] ?? socket.remoteAddress ?? '';
}
