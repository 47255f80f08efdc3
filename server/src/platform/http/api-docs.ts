import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

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

/** Serves the API's documentation page. Its scripts are files, so the strict content security policy holds. */
export async function registerDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    theme: { title: 'Sangam API' },
    uiConfig: { docExpansion: 'list', displayRequestDuration: true },
  });
}
