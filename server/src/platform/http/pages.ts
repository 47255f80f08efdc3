import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.js';
import { installationFolder } from '../installation-folder.js';
import { appError } from '../lib/result.js';
import { sendError, sendNotFound } from './error-handler.js';
import { isPagePath, pathOf, robotsTxt, sitemapXml } from './page-paths.js';
import { preloadsOf } from './preloads.js';
import { retiredWorker } from './retired-worker.js';

/** The client's build. */
export const clientBuild = join(installationFolder, 'client/dist');

const YEAR_MS = 31_536_000_000;

/** Whether the client prefers a page to JSON, as a browser's navigation does (`Accept: text/html`). */
export const prefersPage = (request: FastifyRequest): boolean => request.type(['json', 'html']) === 'html';

const isCall = (url: string): boolean => /^\/(api|socket\.io)(?=[/?]|$)/u.test(url);

/**
 * Returns the URL with `%` escaped if it is a page's address that cannot be decoded: a router would refuse it before any page could answer.
 */
export function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  if (!url.includes('%') || isCall(url)) return url;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

const isWorker = /^\/sw\.js(?=\?|$)/u;

/** Pages whose URL carries a one-time code or token. No cache may store them. */
const hasSecret = /^\/(oauth-success|reset-password|verify-email)(?=[/?]|$)/u;

/** Answers with the application's page, which then routes by the URL, and names its files. */
async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  const cache = hasSecret.test(reply.request.url) ? 'no-store' : 'no-cache';
  variesBy(reply, 'Accept').header('Cache-Control', cache);
  const preloads = await preloadsOf(clientBuild, pathOf(reply.request.url));
  if (preloads) reply.header('Link', preloads);
  return reply.sendFile('index.html');
}

/** Adds a request header to `Vary`, and keeps those already in it. */
export function variesBy(reply: FastifyReply, header: string): FastifyReply {
  const headers = [reply.getHeader('Vary') ?? []].flat().flatMap((list) => String(list).split(/,\s*/u));
  return headers.includes(header) ? reply : reply.header('Vary', [...headers, header].join(', '));
}

/** Hook for calls that share their path with a page: a browser's navigation gets the page. */
export async function pageOrCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  variesBy(reply, 'Accept');
  const built = request.server.hasReplyDecorator('sendFile');
  return built && (isPagePath(request.url) || prefersPage(request)) ? sendPage(reply) : undefined;
}

/** The build's unhashed files: the page, the service worker, icons. Their compressed copies are chosen by header. */
const outsideAssets = (): string[] =>
  readdirSync(clientBuild, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/^\.|\.(br|gz)$/u.test(file.name))
    .map((file) => relative(clientBuild, join(file.parentPath, file.name)).replaceAll(sep, '/'))
    .filter((path) => !path.startsWith('assets/'));

/**
 * Serves the web application: hashed assets, cached for a year and compressed at build time, and the page itself for every
 * path outside the API. To programs that do not prefer a page, unknown paths get the error envelope.
 */
export async function registerPages(
  app: FastifyInstance,
  { serviceWorker, publicUrl }: Pick<Config, 'serviceWorker' | 'publicUrl'>,
): Promise<void> {
  const built = existsSync(clientBuild);
  if (!serviceWorker)
    app.addHook('onRequest', async (request, reply) => {
      if (!isWorker.test(request.url)) return;
      return reply.type('text/javascript').header('Cache-Control', 'no-cache').send(retiredWorker);
    });
  if (built) {
    app.addHook('onRequest', async (request, reply) => {
      if (!isCall(request.url)) variesBy(reply, 'Accept-Encoding');
    });
    await app.register(fastifyStatic, {
      root: clientBuild,
      // Otherwise it would add two routes for each of the build's hundreds of files, at every start.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache');
      },
    });
    for (const path of outsideAssets()) app.get(`/${path}`, (_request, reply) => reply.sendFile(path));
    // Serves assets that appeared after the start, too: a new build replaces the page that names them while the server runs.
    app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => reply.sendFile(`assets/${params['*']}`));
  }
  const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const page = built && isRead(request) && !isCall(request.url) && !/^\/assets(\/|$)/u.test(request.url);
    if (page && (isPagePath(request.url) || prefersPage(request))) return sendPage(reply);
    const isUnreadable = request.url !== request.originalUrl;
    return isUnreadable ? sendError(reply, appError('MALFORMED')) : sendNotFound(app, request, reply);
  };
  app.setNotFoundHandler(answerUnknown);
  // Before the body is read: these bodies are not counted, and could be held back in any number.
  app.addHook('preParsing', async (request, reply) =>
    request.is404 && !isRead(request) ? answerUnknown(request, reply) : undefined,
  );
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsTxt(publicUrl)),
  );
  app.get('/sitemap.xml', hidden, (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemapXml(publicUrl)),
  );
  if (built) app.get('/', (_request, reply) => sendPage(reply));
}
