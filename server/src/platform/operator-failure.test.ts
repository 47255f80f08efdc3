import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf } from '@sangam/testing/servers/listening';
import { expect, it, onTestFinished } from 'vitest';
import { operatorFailure } from './operator-failure.js';

const failed = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.fail('did not fail'),
    (error: unknown) => error,
  );

const listen = async (options: ListenOptions): Promise<number> => {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(options);
  await once(server, 'listening');
  return portOf(server);
};

const reach = (port: number, host: string) => once(connect({ port, host }), 'connect');

it('says that the port is in use', async () => {
  const port = await listen({ port: 0, host: '127.0.0.1' });
  const error = await failed(() => listen({ port, host: '127.0.0.1' }));
  expect(operatorFailure(error)).toBe(`Port ${port} is in use. Stop the program that uses it, or set another PORT.`);
});

it('says that the machine does not have the address', async () => {
  const error = await failed(() => listen({ port: 0, host: '192.0.2.99' }));
  expect(operatorFailure(error)).toBe('This machine doesn’t have the address 192.0.2.99. Set another HOST.');
});

it.each(['127.0.0.1', 'localhost'])('says that PostgreSQL does not answer at %s', async (host) => {
  const error = await failed(() => reach(1, host));
  expect(operatorFailure(error)).toMatch(/^PostgreSQL, at DATABASE_URL, doesn’t answer: connect ECONNREFUSED .*:1\b/u);
});

it('says why PostgreSQL refuses the connection', () => {
  const error = Object.assign(new Error('database "x" does not exist'), { code: '3D000' });
  expect(operatorFailure(error)).toBe(
    'PostgreSQL, at DATABASE_URL, refuses the connection: database "x" does not exist',
  );
});

it('names the folder that cannot be created', async () => {
  const file = join(tmpdir(), `sangam-file-${process.pid}`);
  onTestFinished(() => rm(file));
  await writeFile(file, '');
  const error = await failed(() => mkdir(join(file, 'data'), { recursive: true }));
  expect(operatorFailure(error)).toMatch(/^A file or folder can’t be used: ENOTDIR: .*sangam-file/u);
});

it('has no words for a fault of the server itself', () => {
  expect(operatorFailure(new TypeError('x is not a function'))).toBeNull();
  expect(operatorFailure('text')).toBeNull();
});
