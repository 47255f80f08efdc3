import { contentOf } from '../checker/stream.js';
import type { Operation } from '../mix.js';
import type { Telemetry } from '../telemetry.js';
import type { Circle } from './circle.js';
import { operateJoin } from './join.js';
import type { Member, Partner } from './member.js';

/** Does one operation for a member; resolves when it has come to its end. `dueMs`: when it should have begun. */
export const operate = (operation: Operation, circle: Circle, member: Member, dueMs: number): Promise<void> =>
  operators[operation](circle, member, dueMs);

type Operator = (circle: Circle, member: Member, dueMs: number) => Promise<void>;

/** The code of an operation without an answer. The load test's own drops are nobody's fault. */
const noAnswer = ({ session }: Member) => (session.isDropped() ? null : 'NO_ANSWER');

const count = (telemetry: Telemetry, operation: Operation, code: string | null) =>
  void (code === null || telemetry.failed(operation, code));

const operators: Record<Operation, Operator> = {
  send: (circle, member, dueMs) => {
    const partner = circle.random.pick(member.partners);
    const number = circle.messages.due(partner.outgoing, dueMs);
    return new Promise((done) => transmit(circle, member, partner, number, done));
  },

  async read({ random, telemetry }, member, dueMs) {
    const partner = random.pick(member.partners);
    const upTo = partner.seenSeq;
    member.unread.reads(partner.id);
    const ack = await member.session.emit('message:read', { user_id: partner.id, up_to: upTo });
    // Without an answer the mark may have moved or not; the checker keeps that in mind.
    if (ack === null) return count(telemetry, 'read', noAnswer(member));
    partner.readMs = performance.now();
    member.unread.read(partner.id, ack.ok ? upTo : null);
    if (ack.ok) telemetry.timed('read', performance.now() - dueMs);
    else telemetry.failed('read', ack.error.code);
  },

  async typing({ random, telemetry }, member, dueMs) {
    const payload = { receiver_id: random.pick(member.partners).id, typing: random.next() < 0.5 };
    const ack = await member.session.emit('typing', payload);
    if (ack?.ok) telemetry.timed('typing', performance.now() - dueMs);
    else count(telemetry, 'typing', ack?.error.code ?? noAnswer(member));
  },

  async presence({ telemetry }, member, dueMs) {
    const ack = await member.session.emit('presence:report', { isActive: true, lastActive: new Date().toISOString() });
    if (ack?.ok) telemetry.timed('presence', performance.now() - dueMs);
    else count(telemetry, 'presence', ack?.error.code ?? noAnswer(member));
  },

  async reconnect({ random, telemetry }, member, dueMs) {
    await member.session.drop(random.next() < 0.5);
    telemetry.timed('reconnect', performance.now() - dueMs);
  },

  join: operateJoin,
};

/** Sends until the server says what became of it, over as many connections as that takes, under one client_id. */
function transmit(circle: Circle, member: Member, partner: Partner, number: number, done: () => void): void {
  const { messages, clientIds, telemetry } = circle;
  const { outgoing: stream } = partner;
  const again = () => transmit(circle, member, partner, number, done);
  const connection = member.session.connection();
  if (connection === null) {
    member.outbox.push(again);
    return;
  }
  messages.leaves(stream, number, connection);
  const payload = {
    receiver_id: partner.id,
    content: contentOf(stream, number, circle.plan.messageChars),
    client_id: clientIds.of(stream, number),
  };
  void member.session.emit('message:send', payload).then((ack) => {
    if (ack === null) return again();
    const nowMs = performance.now();
    if (ack.ok) {
      messages.acknowledged(stream, number, ack.data, nowMs);
      telemetry.timed('send', nowMs - (stream.dueMs[number] ?? nowMs));
      partner.seenSeq = Math.max(partner.seenSeq, ack.data.seq);
    } else {
      // A server that is busy or fails in itself may have stored it all the same: the outcome stays unknown.
      if (ack.error.code !== 'BUSY' && ack.error.code !== 'INTERNAL') messages.refused(stream, number);
      telemetry.failed('send', ack.error.code);
    }
    done();
  });
}
