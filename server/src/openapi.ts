import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { http } from '@sangam/shared/app/http';
import { keysOf } from '@sangam/shared/core/keys-of';
import Fastify, { type FastifyInstance } from 'fastify';
import { flowCookie, registerOauthRoutes } from './people/oauth/routes.js';
import { registerOpenapi } from './platform/http/api-docs.js';
import { registerValidator } from './platform/http/bodies.js';
import { registerCall } from './platform/http/contract-route.js';
import { installationFolder } from './platform/installation-folder.js';
import { fail } from './platform/lib/result.js';
import { createRateLimits } from './platform/limits/rate-limits.js';

export const openapiFile = join(installationFolder, 'docs/openapi.json');

/** Returns `docs/openapi.json` for the current contract. Needs no database: no handler is ever called. */
export async function openapiText(): Promise<string> {
  const app: FastifyInstance = Fastify();
  registerValidator(app);
  await registerOpenapi(app);
  const limits = createRateLimits(null, null, () => undefined);
  const refuse = async () => fail('UNAUTHORIZED');
  const deps = { authenticate: refuse, authenticateOwner: refuse, limits, already: {}, holdBody: () => null };
  for (const name of keysOf(http)) registerCall(app, name, async () => fail('INTERNAL'), deps);
  registerOauthRoutes(app, {
    oauth: {
      begin: async () => ({ ok: false, error: 'not_configured' }),
      finish: async () => ({ for: 'linking', error: 'not_configured' }),
    },
    cookie: flowCookie(false),
    limits,
  });
  await app.ready();
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(dirname(openapiFile), { recursive: true });
  await writeFile(openapiFile, await openapiText());
}
