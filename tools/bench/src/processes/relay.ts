/**
 * The baseline: a bare Socket.IO relay without tokens, validation or rate limits. It either has no database, or waits for the stand-in at
 * STUB_PORT as Sangam waits for PostgreSQL, which shows the ceiling for a chat that stores. With ROOM_SIZE, the first members are in room
 * 1, the next ones in room 2, and so on.
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

interface Sent {
  receiver_id?: number;
  conversation_id?: number;
  content: string;
}

const roomSize = process.env.ROOM_SIZE === undefined ? null : Number(process.env.ROOM_SIZE);
const stubPort = process.env.STUB_PORT;
const commit: Commit = stubPort === undefined ? (done) => done() : commitTo(Number(stubPort));
const http = createServer();
const io = new Server(http, { transports: ['websocket'] });

io.on('connection', (socket) => {
  // The bench's tokens for the relay have the form `relay:<id>`.
  const id = Number(String(socket.handshake.auth.token).split(':')[1]);
  const roomName = (room: number) => `c:${room}`;
  void socket.join(roomSize === null ? `u:${id}` : roomName(Math.ceil(id / roomSize)));
  socket.on('message:send', (message: Sent, acknowledge: (answer: unknown) => void) =>
    commit(() => {
      const { conversation_id, receiver_id, content } = message;
      const readers = conversation_id === undefined ? io.to(`u:${receiver_id}`) : socket.to(roomName(conversation_id));
      readers.emit('message:new', { sender_id: id, content });
      acknowledge({ ok: true });
    }),
  );
});

http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => process.exit(0));
