import { randomUUID } from 'node:crypto';
import { folderStore } from '@sangam/server/chat/attachments/file-store';
import { afterAll } from 'vitest';
import { type StoppedClock, stoppedClock } from '../clocks.js';
import { type AddedMember, addMembers, takeFrom } from '../members.js';
import { sweepServer } from '../sweep.js';
import { type Body, type Reply, startTestServer, type TestServer } from '../test-server.js';

/** Two servers on one database and one folder of files, with members for the tests of a test file. */
export interface AttachmentServers {
  server: TestServer;
  second: TestServer;
  /** The clock of both servers. */
  clock: StoppedClock;
  files: ReturnType<typeof folderStore>;
  /** Two members that no other test uses. */
  pair(): [AddedMember, AddedMember];
  write(
    from: AddedMember,
    to: AddedMember,
    attachmentIds?: string[],
    options?: { at?: TestServer; clientId?: string },
  ): Promise<Reply>;
  /** Has the two write to each other. */
  acquaint(a: AddedMember, b: AddedMember): Promise<void>;
  /** Returns the addresses of these files for a member. */
  linksOf(who: AddedMember, ids: readonly string[], at?: TestServer): Promise<Body>;
  thread(who: AddedMember, other: AddedMember): Promise<Body>;
  isKept(id: string): Promise<boolean>;
  sweep(atMs: number): Promise<unknown>;
}

/** Starts the servers, which close after the test file's tests. */
export async function startAttachmentServers(memberCount: number): Promise<AttachmentServers> {
  const clock = stoppedClock();
  const server = await startTestServer({ clock });
  const second = await startTestServer({ beside: server, clock });
  afterAll(async () => {
    await second.close();
    await server.close();
  });
  const members = await addMembers(server.database, memberCount, server.jwtSecret);
  const files = folderStore(server.config.filesDir);
  const write: AttachmentServers['write'] = (
    from,
    to,
    attachment_ids,
    { at = server, clientId: client_id = randomUUID() } = {},
  ) => at.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'See', client_id, attachment_ids });
  return {
    server,
    second,
    clock,
    files,
    pair: () => takeFrom(members, 2),
    write,
    async acquaint(a, b) {
      await write(a, b);
      await write(b, a);
    },
    linksOf: async (who, ids, at = server) =>
      (await at.call(`GET /api/attachments/links?ids=${ids.join(',')}`, who.token)).body.data.links,
    thread: async (who, other) =>
      (await server.call(`GET /api/messages/conversation/${other.id}`, who.token)).body.data.messages,
    async isKept(id) {
      const file = await files.read(id, 'file');
      file?.content.destroy();
      return file !== null;
    },
    sweep: (atMs) => sweepServer(server, stoppedClock(atMs)),
  };
}
