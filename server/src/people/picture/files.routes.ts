import type { FastifyInstance } from 'fastify';
import { sendError } from '../../platform/http/error-handler.js';
import { fail } from '../../platform/lib/result.js';
import type { PictureReader } from './addresses.js';
import type { PicturesService } from './service.js';
import { sizes } from './sizes.js';

interface Params {
  picture: string;
  file: string;
}

interface Query {
  m?: unknown;
  in?: unknown;
  until?: unknown;
  s?: unknown;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NUMBER = /^[1-9]\d{0,14}$/u;

/** `GET /files/members/:picture/:file`: a member's picture at a signed address. Every invalid address is NOT_FOUND. */
export function registerPictureRoutes(app: FastifyInstance, pictures: PicturesService): void {
  app.get<{ Params: Params; Querystring: Query }>(
    '/files/members/:picture/:file',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const reader = readerOf(params, query);
      const content = reader && (await pictures.read(reader, String(query.s)));
      if (!content) return sendError(reply, fail('NOT_FOUND').error);
      return (
        reply
          .type('image/webp')
          .header('Content-Disposition', 'inline')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          // A browser would go on showing a stored picture that was removed, or whose member has blocked the reader.
          .header('Cache-Control', 'private, no-store')
          .send(content)
      );
    },
  );
}

function readerOf({ picture, file }: Params, { m, in: session, until }: Query): PictureReader | null {
  const size = sizes.find((one) => file === `${one}.webp`);
  const sessionId = String(session);
  const isNamed = ID.test(picture) && ID.test(sessionId) && NUMBER.test(String(m)) && NUMBER.test(String(until));
  return size === undefined || !isNamed
    ? null
    : { picture, size, userId: Number(m), sessionId, untilMs: Number(until) };
}
