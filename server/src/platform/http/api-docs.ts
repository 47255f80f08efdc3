import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

const DOCS_PATH = '/api/docs';

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
