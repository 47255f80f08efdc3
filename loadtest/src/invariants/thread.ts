import type { Message } from '@sangam/shared/chat/messages';
import type { InvariantLog } from './invariants.js';
import { type ClientIds, contentOf, OUTCOME_UNKNOWN, REFUSED, type Stream } from './stream.js';

/** A conversation as REST returns it at the end of a run. */
interface StoredThread {
  /** Its last `seq` before the run. */
  before: number;
  lastSeq: number;
  /** Everything after `before`. */
  messages: readonly Message[];
}

/** Compares a conversation's messages with the sent and acknowledged ones. */
export function checkThread(
  { before, lastSeq, messages }: StoredThread,
  bothStreams: readonly Stream[],
  { clientIds, invariants, messageChars }: { clientIds: ClientIds; invariants: InvariantLog; messageChars: number },
): void {
  const positions = new Map<string, number>();
  let expected = before;
  for (const message of messages) {
    expected += 1;
    invariants.checked('whole');
    if (message.seq !== expected) {
      invariants.violated('whole', `${pairOf(message)}: after ${expected - 1} comes ${message.seq}`);
      expected = message.seq;
    }
    const origin = clientIds.read(message.client_id);
    if (message.client_id === null || !origin) continue;
    invariants.checked('single');
    if (positions.has(message.client_id))
      invariants.violated(
        'single',
        `${pairOf(message)}: ${message.client_id} is stored as ${positions.get(message.client_id)} and as ${message.seq}`,
      );
    positions.set(message.client_id, message.seq);
    const stream = bothStreams.find(({ id }) => id === origin.streamId);
    invariants.checked('unaltered');
    if (!stream || message.content !== contentOf(stream, origin.number, messageChars))
      invariants.violated('unaltered', `${pairOf(message)}: ${message.seq} is stored with another text`);
  }
  if (expected !== lastSeq)
    invariants.violated('whole', `a thread ends at ${expected}, but its last number is ${lastSeq}`);
  for (const stream of bothStreams) checkStream(stream, positions, clientIds, invariants);
}

const pairOf = ({ sender_id, receiver_id }: Message) => `${sender_id} → ${receiver_id}`;

function checkStream(
  stream: Stream,
  positions: ReadonlyMap<string, number>,
  clientIds: ClientIds,
  invariants: InvariantLog,
): void {
  let last = { seq: 0, sentOver: 0 };
  for (const [number, seq] of stream.seqs.entries()) {
    const stored = positions.get(clientIds.of(stream, number));
    const sentOver = stream.sentOver[number] ?? 0;
    if (seq === REFUSED) {
      invariants.checked('refusedStaysOut');
      if (stored !== undefined) invariants.violated('refusedStaysOut', `a refused message is stored as ${stored}`);
    } else if (seq > OUTCOME_UNKNOWN) {
      invariants.checked('stored');
      if (stored !== seq)
        invariants.violated(
          'stored',
          `a message acknowledged as ${seq} ${stored ? `is stored as ${stored}` : 'is not stored'}`,
        );
    }
    if (stored === undefined || stream.retried.has(number)) continue;
    if (last.sentOver === sentOver) {
      invariants.checked('ordered');
      if (stored < last.seq)
        invariants.violated(
          'ordered',
          `message ${number + 1} of a sender is stored as ${stored}, one before it as ${last.seq}`,
        );
    }
    last = { seq: stored, sentOver };
  }
}
