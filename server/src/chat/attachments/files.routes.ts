import type { FastifyInstance } from 'fastify';
import { sendError } from '../../platform/http/error-handler.js';
import { fail } from '../../platform/lib/result.js';
import { variants } from './file-store.js';
import type { AttachmentsService } from './service.js';
import { endings, type Reader } from './signed-links.js';

interface Params {
  id: string;
  file: string;
}

interface Query {
  m?: unknown;
  in?: unknown;
  until?: unknown;
  s?: unknown;
}

/** Keeps members' files from running scripts or being shown as one of our pages. */
const SANDBOX = "default-src 'none'; sandbox";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NUMBER = /^[1-9]\d{0,14}$/u;

/**
 * `GET /files/:id/:file`: an attachment's content at a signed address, since an `<img>` sends no token. Its type comes from its stored
 * form, never from its name. Every invalid address is NOT_FOUND, so that the answer reveals nothing.
 */
export function registerFileRoutes(app: FastifyInstance, attachments: AttachmentsService): void {
  app.get<{ Params: Params; Querystring: Query }>(
    '/files/:id/:file',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const reader = readerOf(params, query);
      const file = reader && (await attachments.open(reader, String(query.s)));
      if (!reader || !file) return sendError(reply, fail('NOT_FOUND').error);
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

function readerOf({ id, file }: Params, { m, in: session, until }: Query): Reader | null {
  const variant = variants.find((one) => file === `${one}.${endings[one]}`);
  const sessionId = String(session);
  if (
    variant === undefined ||
    !ID.test(id) ||
    !ID.test(sessionId) ||
    !NUMBER.test(String(m)) ||
    !NUMBER.test(String(until))
  )
    return null;
  return { id, variant, userId: Number(m), sessionId, untilMs: Number(until) };
}

/** Encodes a file name as RFC 8187 requires. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
