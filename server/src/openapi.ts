import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@sangam/shared/contract/calls';
import { http } from '@sangam/shared/contract/http';
import Fastify, { type FastifyInstance } from 'fastify';
import { contractRoutes } from './http/contract-route.js';
import { registerOpenapi } from './http/openapi.js';
import { registerValidator } from './http/validator.js';
import { createRateLimits } from './lib/rate-limits.js';
import { fail } from './lib/result.js';
import { registerOauthRoutes } from './modules/oauth/routes.js';

export const openapiFile = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

/** `docs/openapi.json` as the contract has it now. Needs no database: nothing here is ever called. */
export async function openapiText(): Promise<string> {
  const app = Fastify() as unknown as FastifyInstance;
  registerValidator(app);
  await registerOpenapi(app);
  const limits = createRateLimits(null, null, () => undefined);
  const route = contractRoutes(app, async () => fail('UNAUTHORIZED'), limits);
  const never = async () => fail('INTERNAL');
  const exchange = 'POST /api/auth/oauth/exchange';
  for (const name of Object.keys(http) as CallName[]) if (name !== exchange) route(name, never);
  registerOauthRoutes(app, route, {
    oauth: {
      begin: async () => ({ ok: false, error: 'not_configured' }),
      finish: async () => ({ ok: false, error: 'not_configured' }),
      exchange: never,
    },
    limits,
    secure: false,
  });
  await app.ready();
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(new URL('../../docs/', import.meta.url), { recursive: true });
  await writeFile(openapiFile, await openapiText());
}
