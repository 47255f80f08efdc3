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

/** Pages whose address carries a one-time code or token: it is not for any cache to keep. */
const secretive = /^\/(oauth-success|reset-password)(?=[/?]|$)/u;

/** Answers with the application's page, which takes it from the address. */
function sendPage(reply: FastifyReply): FastifyReply {
  const cache = secretive.test(reply.request.url) ? 'no-store' : 'no-cache';
  return variesByAccept(reply)
    .header('Cache-Control', cache)
    .sendFile('index.html', clientBuild, { cacheControl: false });
}

/** Tells caches that another `Accept` gets another answer; what varies it besides (the origin) stays. */
function variesByAccept(reply: FastifyReply): FastifyReply {
  const others = [reply.getHeader('Vary') ?? []].flat().map(String);
  return others.some((name) => /\baccept\b(?!-)/iu.test(name))
    ? reply
    : reply.header('Vary', [...others, 'Accept'].join(', '));
}

/** The hook of a call that shares its path with a page of the application: a browser's navigation gets the page. */
export async function pageOrCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  variesByAccept(reply);
  const built = request.server.hasReplyDecorator('sendFile');
  return built && prefersPage(request) ? sendPage(reply) : undefined;
}

/**
 * Serves the web application: hashed assets for a year, and the page itself for every address that is not the API's.
 * Anything else that does not exist is answered with the envelope.
 */
export async function registerPages(app: FastifyInstance): Promise<void> {
  const built = existsSync(clientBuild);
  if (built)
    await app.register(fastifyStatic, {
      root: clientBuild,
      index: false,
      wildcard: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const page = built && request.method === 'GET' && !/^\/(api|socket\.io|assets)(\/|$)/u.test(request.url);
    return page && prefersPage(request) ? sendPage(reply) : sendNotFound(app, request, reply);
  });
  if (built) app.get('/', (_request, reply) => sendPage(reply));
}
