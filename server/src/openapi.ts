import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerOauthRoutes } from './people/oauth/routes.js';
import { contractRoutes } from './platform/http/contract-route.js';
import { registerOpenapi } from './platform/http/openapi.js';
import { registerValidator } from './platform/http/validator.js';
import { projectFolder } from './platform/lib/project-folder.js';
import { createRateLimits } from './platform/lib/rate-limits.js';
import { fail } from './platform/lib/result.js';

export const openapiFile = join(projectFolder, 'docs/openapi.json');

/** `docs/openapi.json` as the contract has it now. Needs no database: nothing here is ever called. */
export async function openapiText(): Promise<string> {
  const app = Fastify() as unknown as FastifyInstance;
  registerValidator(app);
  await registerOpenapi(app);
  const limits = createRateLimits(null, null, () => undefined);
  const route = contractRoutes(app, async () => fail('UNAUTHORIZED'), limits);
  const never = async () => fail('INTERNAL');
  const withRedirects: CallName[] = [
    'POST /api/auth/oauth/exchange',
    'POST /api/account/providers/:provider',
    'DELETE /api/account/providers/:provider',
  ];
  for (const name of Object.keys(http) as CallName[]) if (!withRedirects.includes(name)) route(name, never);
  registerOauthRoutes(app, route, {
    oauth: {
      begin: async () => ({ ok: false, error: 'not_configured' }),
      finish: async () => ({ for: 'linking', error: 'not_configured' }),
      exchange: never,
    },
    linking: { begin: never, link: async () => null, unlink: never },
    devices: {
      cookie: { name: '', options: { path: '/', httpOnly: true, sameSite: 'lax', secure: false, maxAge: 0 } },
      remember: async () => '',
      isKnown: async () => false,
    },
    limits,
    secure: false,
  });
  await app.ready();
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(dirname(openapiFile), { recursive: true });
  await writeFile(openapiFile, await openapiText());
}
