import type { FastifyInstance } from 'fastify';
import { sendError } from '../../platform/http/error-handler.js';
import { readSigned, SANDBOX, type SignedQuery } from '../../platform/http/signed-address.js';
import { fail } from '../../platform/lib/result.js';
import { variants } from './file-store.js';
import type { AttachmentsService } from './service.js';
import { endings, type Reader } from './signed-links.js';

interface Params {
  id: string;
  file: string;
}

/**
 * `GET /files/:id/:file`: an attachment's content at a signed address, since an `<img>` sends no token. Its type comes from its stored
 * form, never from its name. Every invalid address is NOT_FOUND, so that the answer reveals nothing.
 */
export function registerFileRoutes(app: FastifyInstance, attachments: AttachmentsService): void {
  app.get<{ Params: Params; Querystring: SignedQuery }>(
    '/files/:id/:file',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const reader = readerOf(params, query);
      if (reader === null) return sendError(reply, fail('NOT_FOUND').error);
      const opened = await attachments.open(reader, String(query.s));
      if (!opened.ok) return sendError(reply, opened.error);
      const file = opened.value;
      const isPicture = reader.variant !== 'file';
      const name = isPicture ? `${file.name.replace(/\.\w{1,5}$/u, '')}.webp` : file.name;
      return (
        reply
          .type(isPicture ? 'image/webp' : 'application/octet-stream')
          .header('Content-Length', file.bytes)
          .header('Content-Disposition', `${isPicture ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`)
          .header('Content-Security-Policy', SANDBOX)
          // A browser would go on showing a stored picture whose message was deleted.
          .header('Cache-Control', 'private, no-store')
          .send(file.content)
      );
    },
  );
}

function readerOf({ id, file }: Params, query: SignedQuery): Reader | null {
  const variant = variants.find((candidate) => file === `${candidate}.${endings[candidate]}`);
  const signed = readSigned(id, query);
  return variant === undefined || signed === null ? null : { id, variant, ...signed };
}

/** Encodes a file name as RFC 8187 requires. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
