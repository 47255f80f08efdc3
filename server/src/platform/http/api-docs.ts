import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';
import { acceptsGzip } from './compress.js';

const DOCS_PATH = '/api/docs';

/** The plugin's description of a response whose schema has none. */
const UNDESCRIBED = 'Default Response';
/** Its replacement, by the first digit of the status. */
const outcomes: Readonly<Record<string, string>> = {
  2: 'the call succeeded',
  4: 'the call is refused',
  5: 'the server failed, or is busy',
};

/** Describes every contract route registered after this call in OpenAPI 3.1, from the contract's own schemas. */
export async function registerOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sangam',
        version: '1',
        description:
          'Projects, join requests and chat. Every success is `{ success: true, … }`, every failure ' +
          '`{ success: false, message, code, request_id }` with a code from a closed list. Changes are also ' +
          'broadcast over Socket.IO.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    hideUntagged: true,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      for (const path of Object.values(document.openapiObject.paths ?? {}))
        for (const operation of [path?.get, path?.put, path?.post, path?.patch, path?.delete])
          for (const [status, response] of Object.entries(operation?.responses ?? {}))
            if ('description' in response && response.description === UNDESCRIBED)
              response.description = outcomes[status.charAt(0)] ?? UNDESCRIBED;
      return document.openapiObject;
    },
  });
}

/**
 * The types under which the description is sent, by path. Both paths send JSON, which is YAML, too: writing YAML takes the plugin a second
 * of CPU.
 */
const types: Readonly<Record<string, string>> = {
  [`${DOCS_PATH}/json`]: 'application/json; charset=utf-8',
  [`${DOCS_PATH}/yaml`]: 'application/x-yaml',
};

/** Answers with the description, a megabyte that is written and compressed once, for the first reader. */
function sendDescription(app: FastifyInstance): onRequestAsyncHookHandler {
  const write = async () => {
    const text = JSON.stringify(app.swagger());
    return { text, zipped: await promisify(gzip)(text) };
  };
  let description: ReturnType<typeof write> | undefined;
  return async (request, reply) => {
    const type = types[request.routeOptions.url ?? ''];
    if (type === undefined) return;
    description ??= write();
    const { text, zipped } = await description;
    return reply.type(type).send(acceptsGzip(request, reply) ? zipped : text);
  };
}

/** Hook that compresses the page's scripts and styles, in the pool's threads. */
const compressFile: onSendHookHandler = (request, reply, payload, done) => {
  const isText = /javascript|css/u.test(String(reply.getHeader('Content-Type')));
  const isWhole = request.method === 'GET' && reply.statusCode === 200;
  if (!(payload instanceof Readable && isText && isWhole && acceptsGzip(request, reply))) return done(null, payload);
  reply.removeHeader('Content-Length');
  const zip = createGzip();
  payload.once('error', (error) => zip.destroy(error));
  zip.once('close', () => payload.destroy());
  done(null, payload.pipe(zip));
};

/** Serves the API's documentation page. Its scripts are files, so the strict content security policy holds. */
export async function registerDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRequest', sendDescription(app));
    docs.addHook('onSend', compressFile);
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      theme: { title: 'Sangam API' },
      uiConfig: { docExpansion: 'list', displayRequestDuration: true },
    });
  });
}
