import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestMember, type TestOptions, type TestServer } from './test-server.js';

/** The server of a test file. */
export let server: TestServer;

/** The members whom a test file has named, in this order; the others are undefined. */
export let asha: TestMember;
export let bina: TestMember;
export let chitra: TestMember;
export let dev: TestMember;

async function signUpAll(names: readonly string[]): Promise<void> {
  const members: TestMember[] = [];
  for (const name of names) members.push(await server.signUp(name));
  [asha = asha, bina = bina, chitra = chitra, dev = dev] = members;
}

function setServer(options: TestOptions): void {
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server.close());
}

/** Starts a server for a test file, with members that its tests share. */
export function stageForFile(names: readonly string[], options: TestOptions = {}): void {
  setServer(options);
  beforeAll(() => signUpAll(names));
}

/** Starts a server for a test file, with new members for each test. */
export function stageForEachTest(names: readonly string[], options: TestOptions = {}): void {
  setServer(options);
  beforeEach(() => signUpAll(names));
}
