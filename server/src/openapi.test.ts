import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { http } from '@sangam/shared/app/http';
import { type Body, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiFile, openapiText } from './openapi.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
  it('in docs/ matches the contract (if not: npm run openapi)', async () => {
    expect(await readFile(openapiFile, 'utf8')).toBe(await openapiText());
  });

  it('describes every call of the contract, and the redirects to the providers and back', async () => {
    const { paths } = JSON.parse(await openapiText()) as Body;
    const described = Object.entries<Body>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/gu, ':$1')}`),
    );
    const redirects = ['google', 'google/callback', 'github', 'github/callback'].map((path) => `GET /api/auth/${path}`);
    expect(described.sort()).toEqual([...Object.keys(http), ...redirects].sort());
    expect(paths['/api/auth/google'].get.responses['302'].headers.Location.schema.type).toBe('string');
    expect(paths['/api/auth/me'].get.security).toEqual([{ bearer: [] }]);
    expect(paths['/api/auth/login'].post.security).toBeUndefined();
  });

  it('on a running server describes that server’s calls', async () => {
    const { body } = await server.call('GET /api/docs/json');
    const committed = JSON.parse(await readFile(openapiFile, 'utf8'));
    expect(Object.keys(body.paths).sort()).toEqual(Object.keys(committed.paths).sort());
    expect({ ...body, paths: {} }).toEqual({ ...committed, paths: {} });
    for (const path of Object.keys(committed.paths)) expect(body.paths[path], path).toEqual(committed.paths[path]);
  });

  it('has a page whose scripts and styles are files on this server, under the strict policy', async () => {
    const page = await server.call('GET /api/docs', null, undefined, { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/u);
    expect(page.body).not.toMatch(/<script(?![^>]* src=)[^>]*>|\son\w+=/u);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      expect(file).toMatch(/^\/api\/docs\/static\//u);
      expect((await server.call(`GET ${file}`)).status, file).toBe(200);
    }
  });

  it.each(['/json', '/yaml', '/static/swagger-ui-bundle.js', '/static/swagger-ui.css'])(
    'is compressed at %s for clients that accept it',
    async (path) => {
      const url = `/api/docs${path}`;
      const plain = await server.app.fastify.inject({ url, headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers['content-encoding']).toBeUndefined();
      const { headers, rawPayload } = await server.app.fastify.inject({
        url,
        headers: { 'accept-encoding': 'gzip, br' },
      });
      expect(headers['content-encoding']).toBe('gzip');
      expect(headers['content-type']).toBe(plain.headers['content-type']);
      for (const answer of [plain, { headers }]) expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/u);
      expect(gunzipSync(rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      const head = await server.app.fastify.inject({ url, method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      expect(head.statusCode).toBe(200);
    },
  );
});
