import type { Telemetry } from '../figures/telemetry.js';
import { contentOf } from '../invariants/stream.js';
import type { Operation } from '../plan.js';
import { operateJoin } from './join.js';
import type { Member, Partner } from './member.js';
import type { WorkerContext } from './worker-context.js';

/** Runs one operation for a member; resolves when its outcome is known or given up. `dueMs`: its planned start. */
export const operate = (operation: Operation, context: WorkerContext, member: Member, dueMs: number): Promise<void> =>
  operators[operation](context, member, dueMs);

type Operator = (context: WorkerContext, member: Member, dueMs: number) => Promise<void>;

/** The error code of an operation without an answer; null if the load test itself disconnected the member. */
const noAnswerError = ({ socket }: Member) => (socket.isReconnecting() ? null : 'NO_ANSWER');

const countError = (telemetry: Telemetry, operation: Operation, code: string | null) =>
  void (code === null || telemetry.failed(operation, code));

const operators: Record<Operation, Operator> = {
  send: (context, member, dueMs) => {
    const partner = context.random.pick(member.partners);
    const number = context.messages.due(partner.outgoing, dueMs);
    return new Promise((done) => sendUntilAnswered(context, { member, partner, number, done }));
  },

  async read({ random, telemetry }, member, dueMs) {
    const partner = random.pick(member.partners);
    const upTo = partner.seenSeq;
    member.unread.markReadSent(partner.id);
    const ack = await member.socket.emit('message:read', { user_id: partner.id, up_to: upTo });
    // Without an answer the mark may or may not have moved; the unread checker takes both into account.
    if (ack === null) return countError(telemetry, 'read', noAnswerError(member));
    partner.readMs = performance.now();
    member.unread.markReadAnswered(partner.id, ack.ok ? upTo : null);
    if (ack.ok) telemetry.timed('read', performance.now() - dueMs);
    else telemetry.failed('read', ack.error.code);
  },

  async typing({ random, telemetry }, member, dueMs) {
    const payload = { receiver_id: random.pick(member.partners).id, typing: random.next() < 0.5 };
    const ack = await member.socket.emit('typing', payload);
    if (ack?.ok) telemetry.timed('typing', performance.now() - dueMs);
    else countError(telemetry, 'typing', ack?.error.code ?? noAnswerError(member));
  },

  async presence({ telemetry }, member, dueMs) {
    const ack = await member.socket.emit('presence:report', { isActive: true, lastActive: new Date().toISOString() });
    if (ack?.ok) telemetry.timed('presence', performance.now() - dueMs);
    else countError(telemetry, 'presence', ack?.error.code ?? noAnswerError(member));
  },

  async reconnect({ random, telemetry }, member, dueMs) {
    await member.socket.reconnect(random.next() < 0.5);
    telemetry.timed('reconnect', performance.now() - dueMs);
  },

  join: operateJoin,
};

/** Sends a message until the server answers, over any number of connections, always with the same client_id. */
function sendUntilAnswered(
  context: WorkerContext,
  sending: { member: Member; partner: Partner; number: number; done: () => void },
): void {
  const { member, partner, number, done } = sending;
  const { messages, clientIds, telemetry } = context;
  const { outgoing: stream } = partner;
  const retry = () => sendUntilAnswered(context, sending);
  const connection = member.socket.connectionNumber();
  if (connection === null) {
    member.outbox.push(retry);
    return;
  }
  messages.sent(stream, number, connection);
  const payload = {
    receiver_id: partner.id,
    content: contentOf(stream, number, context.plan.messageChars),
    client_id: clientIds.of(stream, number),
  };
  void member.socket.emit('message:send', payload).then((ack) => {
    if (ack === null) return retry();
    const nowMs = performance.now();
    if (ack.ok) {
      messages.acknowledged(stream, number, ack.data, nowMs);
      telemetry.timed('send', nowMs - (stream.dueMs[number] ?? nowMs));
      partner.seenSeq = Math.max(partner.seenSeq, ack.data.seq);
    } else {
      // After BUSY or INTERNAL the message may be stored all the same, so the outcome stays unknown.
      if (ack.error.code !== 'BUSY' && ack.error.code !== 'INTERNAL') messages.refused(stream, number);
      telemetry.failed('send', ack.error.code);
    }
    done();
  });
}
