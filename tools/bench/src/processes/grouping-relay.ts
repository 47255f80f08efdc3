/**
 * A relay that groups messages as Sangam does, without a database: messages that arrived in one turn are sent together, each as one text
 * for all receivers, over the same transport. It shows the cost of a chat in rooms of ROOM_SIZE members that stores and checks nothing.
 */
import { createServer } from 'node:http';
import { readConfig } from '@sangam/server/config';
import { createGroupCommit } from '@sangam/server/platform/lib/group-commit';
import { defaultTimings } from '@sangam/server/platform/timings';
import pino from 'pino';
import { jsonText } from '../../../../server/dist/platform/lib/wire-text.js';
import { createRateLimits } from '../../../../server/dist/platform/limits/rate-limits.js';
import {
  ackPacket,
  eventPacket,
  receiveEvents,
  writePacket,
} from '../../../../server/dist/platform/realtime/transport/packets.js';
import { createSocketServer } from '../../../../server/dist/platform/realtime/transport/server.js';

const BATCH_MAX = 512;
const QUEUE_MAX = 20_000;
const roomSize = Number(process.env.ROOM_SIZE);

const http = createServer();
const io = createSocketServer(http, {
  config: readConfig({ RATE_LIMIT: 'off' }),
  limits: createRateLimits(null, null, () => undefined),
  timings: defaultTimings.sockets,
  log: pino({ level: 'silent' }),
});
type Member = Parameters<typeof writePacket>[0];

interface Sent {
  sender: Member;
  sender_id: number;
  conversation_id: number;
  content: string;
  ackId: string | null;
}

const rooms = new Map<number, Set<Member>>();
const answer = jsonText({ ok: true });
const group = createGroupCommit<Sent>({
  lanes: { count: 2, nextAfterMs: 5, turns: 1 },
  batchMax: BATCH_MAX,
  queueMax: QUEUE_MAX,
  keyOf: (message) => message.conversation_id,
  async write(batch) {
    for (const { sender, sender_id, conversation_id, content, ackId } of batch) {
      const packet = eventPacket('message:new', jsonText({ sender_id, content }));
      for (const member of rooms.get(conversation_id) ?? []) if (member !== sender) writePacket(member, packet);
      if (ackId !== null) writePacket(sender, ackPacket(ackId, answer));
    }
    return batch.length;
  },
  settled: () => undefined,
});

io.on('connection', (sender) => {
  const sender_id = Number(String(sender.handshake.auth.token).split(':')[1]);
  const room = Math.ceil(sender_id / roomSize);
  rooms.set(room, (rooms.get(room) ?? new Set<Member>()).add(sender));
  receiveEvents(sender, ([, sent], ackId) => {
    const { conversation_id, content } = sent as Pick<Sent, 'conversation_id' | 'content'>;
    if (!group.add({ sender, sender_id, conversation_id, content, ackId })) throw new Error('the queue is full');
  });
});

http.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
process.on('SIGTERM', () => process.exit(0));
