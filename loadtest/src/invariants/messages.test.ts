import type { Message } from '@sangam/shared/chat/messages';
import { describe, expect, it } from 'vitest';
import { createInvariantLog, violatedInvariants } from './invariants.js';
import { createMessageChecker } from './messages.js';
import { contentOf, createClientIds, createStream } from './stream.js';
import { checkThread } from './thread.js';

const MESSAGE_CHARS = 40;
const ASHA = 101;
const ROHAN = 102;

/** Asha sends three messages to Rohan; tests change the outcome. */
function history() {
  const invariants = createInvariantLog();
  const clientIds = createClientIds(7, 0);
  const stream = createStream(0, 0, 1);
  const back = createStream(1, 1, 0);
  const checker = createMessageChecker({
    userIds: [ASHA, ROHAN],
    streams: [stream, back],
    clientIds,
    messageChars: MESSAGE_CHARS,
    invariants,
  });
  checker.listening(1);
  const messages = [0, 1, 2].map((number): Message => {
    checker.due(stream, number);
    checker.sent(stream, number, 1);
    return {
      id: 500 + number,
      seq: number + 1,
      client_id: clientIds.of(stream, number),
      sender_id: ASHA,
      receiver_id: ROHAN,
      content: contentOf(stream, number, MESSAGE_CHARS),
      created_at: '',
      sender_name: '',
      sender_is_online: true,
      last_active: null,
    };
  });
  const [first, second, third] = messages as [Message, Message, Message];
  return {
    first,
    second,
    third,
    invariants,
    checker,
    there: stream,
    acknowledge: (...which: Message[]) => {
      for (const message of which) checker.acknowledged(stream, message.id - 500, message, 10);
    },
    deliver: (...which: Message[]) => {
      for (const message of which) checker.delivered(1, 1, message, 20);
    },
    /** Ends the run with this thread. Returns the violated invariants. */
    end(stored: readonly Message[], lastSeq = stored.length) {
      checker.finish();
      checkThread({ before: 0, lastSeq, messages: stored }, [stream, back], {
        clientIds,
        invariants,
        messageChars: MESSAGE_CHARS,
      });
      return violatedInvariants(invariants.results);
    },
  };
}

describe('the message checker', () => {
  it('finds nothing in a correct history', () => {
    const { first, second, third, acknowledge, deliver, end, invariants } = history();
    acknowledge(first, second, third);
    deliver(first, second, third);
    expect(end([first, second, third])).toEqual([]);
    expect(invariants.results.stored.checked).toBe(3);
    expect(invariants.results.live.checked).toBe(3);
  });

  it('finds an acknowledged message that is not stored, whether or not it was delivered', () => {
    const { first, second, third, acknowledge, deliver, end, invariants } = history();
    acknowledge(first, second, third);
    deliver(first, second, third);
    expect(end([first, second])).toEqual(['stored']);
    expect(invariants.results.stored.examples).toEqual(['a message acknowledged as 3 is not stored']);
  });

  it('finds a message that is stored under another number than was acknowledged', () => {
    const { first, second, third, acknowledge, deliver, end } = history();
    acknowledge({ ...first, seq: 2 }, { ...second, seq: 1 }, third);
    deliver(first, second, third);
    expect(end([first, second, third])).toEqual(['stored']);
  });

  it('finds a message that is stored twice', () => {
    const { first, second, third, acknowledge, deliver, end } = history();
    acknowledge(first, second, third);
    deliver(first, second, third);
    expect(end([first, second, third, { ...third, seq: 4 }])).toContain('single');
  });

  it('finds a live update that comes twice, and allows it after a retry', () => {
    const acknowledgedOnce = history();
    acknowledgedOnce.acknowledge(acknowledgedOnce.first, acknowledgedOnce.second, acknowledgedOnce.third);
    acknowledgedOnce.deliver(
      acknowledgedOnce.first,
      acknowledgedOnce.second,
      acknowledgedOnce.third,
      acknowledgedOnce.third,
    );
    expect(acknowledgedOnce.end([acknowledgedOnce.first, acknowledgedOnce.second, acknowledgedOnce.third])).toEqual([
      'single',
    ]);

    const retried = history();
    retried.checker.sent(retried.there, 2, 2);
    retried.acknowledge(retried.first, retried.second, retried.third);
    retried.deliver(retried.first, retried.second, retried.third, retried.third);
    expect(retried.end([retried.first, retried.second, retried.third])).toEqual([]);
  });

  it('finds two acknowledgements that differ', () => {
    const { first, second, third, acknowledge, deliver, end } = history();
    acknowledge(first, second, { ...third, seq: 9 }, third);
    deliver(first, second, third);
    expect(end([first, second, third])).toEqual(['single']);
  });

  it('finds live updates and threads out of order', () => {
    const delivered = history();
    delivered.acknowledge(delivered.first, delivered.second, delivered.third);
    delivered.deliver(delivered.first, delivered.third, delivered.second);
    expect(delivered.end([delivered.first, delivered.second, delivered.third])).toEqual(['ordered']);

    const stored = history();
    const swapped = [stored.first, { ...stored.third, seq: 2 }, { ...stored.second, seq: 3 }];
    stored.acknowledge(...swapped);
    stored.deliver(...swapped);
    expect(stored.end(swapped)).toEqual(['ordered']);
  });

  it('finds a gap in the numbers, inside and at the end', () => {
    const inside = history();
    const far = { ...inside.third, seq: 4 };
    inside.acknowledge(inside.first, inside.second, far);
    inside.deliver(inside.first, inside.second, far);
    expect(inside.end([inside.first, inside.second, far], 4)).toEqual(['whole']);

    const atEnd = history();
    atEnd.acknowledge(atEnd.first, atEnd.second, atEnd.third);
    atEnd.deliver(atEnd.first, atEnd.second, atEnd.third);
    expect(atEnd.end([atEnd.first, atEnd.second, atEnd.third], 4)).toEqual(['whole']);
  });

  it('finds a live update missed by a connected member, but not by others', () => {
    const connected = history();
    connected.acknowledge(connected.first, connected.second, connected.third);
    connected.deliver(connected.first, connected.third);
    expect(connected.end([connected.first, connected.second, connected.third])).toEqual(['live']);

    const away = history();
    away.acknowledge(away.first, away.second, away.third);
    away.checker.disconnected(1, 100);
    expect(away.end([away.first, away.second, away.third])).toEqual([]);

    const lateAnswer = history();
    lateAnswer.acknowledge(lateAnswer.first, lateAnswer.second, lateAnswer.third);
    lateAnswer.checker.disconnected(1, 60_000);
    expect(lateAnswer.end([lateAnswer.first, lateAnswer.second, lateAnswer.third])).toEqual(['live']);
  });

  it('finds altered text and a stranger’s message', () => {
    const altered = history();
    altered.acknowledge(altered.first, altered.second, altered.third);
    altered.deliver(altered.first, altered.second, { ...altered.third, content: 'something else' });
    expect(altered.end([altered.first, altered.second, altered.third])).toEqual(['unaltered']);

    const stray = history();
    stray.acknowledge(stray.first, stray.second, stray.third);
    stray.deliver(stray.first, stray.second, { ...stray.third, sender_id: 999 });
    expect(stray.end([stray.first, stray.second, stray.third])).toEqual(['unaltered']);
  });

  it('finds a refused message in the thread', () => {
    const { first, second, third, acknowledge, deliver, end, checker, there } = history();
    acknowledge(first, second);
    checker.refused(there, 2);
    deliver(first, second, third);
    expect(end([first, second, third])).toEqual(['refusedStaysOut']);
  });
});
