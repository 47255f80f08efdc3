/**
 * The baseline: a bare Socket.IO relay without tokens, validation or rate limits. It has no database either, or it waits for
 * the stand-in that listens on STUB_PORT, as Sangam waits for PostgreSQL: the ceiling for a chat that stores.
 */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { createGroupCommit } from '@sangam/server/platform/lib/group-commit';
import { Server } from 'socket.io';

type Commit = (done: () => void) => void;

/** The defaults of Sangam's writer. */
const LANES = { count: 2, nextAfterMs: 5, turns: 1 };
const BATCH_MAX = 512;
const QUEUE_MAX = 20_000;

/** Answers each message once the stand-in has stored it. */
function commitTo(port: number): Commit {
  const lanes = Array.from({ length: LANES.count }, () => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const answers = createInterface({ input: socket });
    return (messages: number) =>
      new Promise<void>((resolve) => {
        answers.once('line', () => resolve());
        socket.write(`${messages}\n`);
      });
  });
  let number = 0;
  const group = createGroupCommit<{ number: number; done: () => void }>({
    lanes: LANES,
    batchMax: BATCH_MAX,
    queueMax: QUEUE_MAX,
    keyOf: (message) => message.number,
    async write(batch) {
      const lane = lanes.pop();
      if (!lane) throw new Error('more batches than lanes');
      await lane(batch.length);
      lanes.push(lane);
      for (const { done } of batch) done();
      return batch.length;
    },
    settled: () => undefined,
  });
  return (done) => {
    number += 1;
    if (!group.add({ number, done })) throw new Error('the queue is full');
  };
}

const stubPort = process.env.STUB_PORT;
const commit: Commit = stubPort === undefined ? (done) => done() : commitTo(Number(stubPort));
const http = createServer();
const io = new Server(http, { transports: ['websocket'] });

io.on('connection', (socket) => {
  // The bench's tokens for the relay are `relay:<id>`.
  const id = Number(String(socket.handshake.auth.token).split(':')[1]);
  void socket.join(`u:${id}`);
  socket.on(
    'message:send',
    (message: { receiver_id: number; content: string }, acknowledge: (answer: unknown) => void) =>
      commit(() => {
        io.to(`u:${message.receiver_id}`).emit('message:new', { sender_id: id, content: message.content });
        acknowledge({ ok: true });
      }),
  );
});

http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => process.exit(0));
