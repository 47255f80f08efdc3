import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './error-handler.js';

/** The client's build. */
export const clientBuild = fileURLToPath(new URL('../../../client/dist', import.meta.url));

const YEAR_MS = 31_536_000_000;

/** True when the caller would rather have a page than JSON: a browser's navigation (`Accept: text/html`). */
function prefersPage(request: Pick<FastifyRequest, 'headers'>): boolean {
  const quality = (type: string) => {
    for (const part of (request.headers.accept ?? '').split(',')) {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      if (name === type)
        return Number(/^q=([\d.]+)$/u.exec(parameters.find((p) => p.startsWith('q=')) ?? '')?.[1] ?? 1);
    }
    return 0;
  };
  return quality('text/html') > quality('application/json');
}

/** Addresses that no page of the application has. */
const isCall = (url: string): boolean => /^\/(api|socket\.io)(?=[/?]|$)/u.test(url);

/** Pages whose address carries a one-time code or token: it is not for any cache to keep. */
const secretive = /^\/(oauth-success|reset-password)(?=[/?]|$)/u;

/** Answers with the application's page, which takes it from the address. */
function sendPage(reply: FastifyReply): FastifyReply {
  const cache = secretive.test(reply.request.url) ? 'no-store' : 'no-cache';
  return variesBy(reply, 'Accept').header('Cache-Control', cache).sendFile('index.html');
}

/** Tells caches that another value of this request header gets another answer; what varies it besides stays. */
function variesBy(reply: FastifyReply, header: string): FastifyReply {
  const named = [reply.getHeader('Vary') ?? []].flat().flatMap((list) => String(list).split(/,\s*/u));
  return named.includes(header) ? reply : reply.header('Vary', [...named, header].join(', '));
}

/** The hook of a call that shares its path with a page of the application: a browser's navigation gets the page. */
export async function pageOrCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  variesBy(reply, 'Accept');
  const built = request.server.hasReplyDecorator('sendFile');
  return built && prefersPage(request) ? sendPage(reply) : undefined;
}

/**
 * Serves the web application: hashed assets for a year, and the page itself for every address that is not the API's.
 * Its build has compressed them already. Anything else that does not exist is answered with the envelope.
 */
export async function registerPages(app: FastifyInstance): Promise<void> {
  const built = existsSync(clientBuild);
  if (built) {
    app.addHook('onRequest', async (request, reply) => {
      if (!isCall(request.url)) variesBy(reply, 'Accept-Encoding');
    });
    await app.register(fastifyStatic, {
      root: clientBuild,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const page = built && request.method === 'GET' && !isCall(request.url) && !/^\/assets(\/|$)/u.test(request.url);
    return page && prefersPage(request) ? sendPage(reply) : sendNotFound(app, request, reply);
  });
  if (built) app.get('/', (_request, reply) => sendPage(reply));
}
