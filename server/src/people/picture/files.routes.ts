import type { FastifyInstance } from 'fastify';
import { sendError } from '../../platform/http/error-handler.js';
import { readSigned, SANDBOX, type SignedQuery } from '../../platform/http/signed-address.js';
import { fail } from '../../platform/lib/result.js';
import type { PictureReader } from './addresses.js';
import type { PicturesService } from './service.js';
import { sizes } from './sizes.js';

interface Params {
  picture: string;
  file: string;
}

/** `GET /files/members/:picture/:file`: a member's picture at a signed address. Every invalid address is NOT_FOUND. */
export function registerPictureRoutes(app: FastifyInstance, pictures: PicturesService): void {
  app.get<{ Params: Params; Querystring: SignedQuery }>(
    '/files/members/:picture/:file',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const reader = readerOf(params, query);
      const content = reader === null ? fail('NOT_FOUND') : await pictures.read(reader, String(query.s));
      if (!content.ok) return sendError(reply, content.error);
      return (
        reply
          .type('image/webp')
          .header('Content-Disposition', 'inline')
          .header('Content-Security-Policy', SANDBOX)
          // Otherwise a browser would still show a picture after its removal, or after its member blocked the reader.
          .header('Cache-Control', 'private, no-store')
          .send(content.value)
      );
    },
  );
}

function readerOf({ picture, file }: Params, query: SignedQuery): PictureReader | null {
  const size = sizes.find((candidate) => file === `${candidate}.webp`);
  const signed = readSigned(picture, query);
  return size === undefined || signed === null ? null : { picture, size, ...signed };
}
