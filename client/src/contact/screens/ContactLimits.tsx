import type { ContactLeft } from '@sangam/shared/contact/calls';
import { isolate } from '@sangam/shared/core/isolate';
import { useEffect, useState } from 'react';
import { request } from '../../core/api/client';
import { loadAtReconnects } from '../../core/realtime/connection-status';
import { callOrder } from '../../core/store/call-order';

/**
 * Loads the messages, requests and waitlists left before another member answers; again when `sent` changes and at reconnects. Null until
 * known.
 */
function useContactLimits(userId: number, sent: number): ContactLeft | null {
  const [left, setLeft] = useState<ContactLeft | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message sent changes the answer
  useEffect(() => {
    let gone = false;
    const startCall = callOrder();
    const stop = loadAtReconnects(async () => {
      const isNewest = startCall();
      const answer = await request('GET /api/knocks', { query: { user_id: userId } });
      if (answer.ok && !gone && isNewest()) setLeft(answer.value.data);
    });
    return () => {
      gone = true;
      stop();
    };
  }, [userId, sent]);
  return left;
}

interface MessagesLeftProps {
  otherId: number;
  name: string;
  /** The number of messages that the member has written. */
  sent: number;
}

/** The number of messages that the member may still send before an answer; for the composer. */
export function MessagesLeft({ otherId, name, sent }: MessagesLeftProps) {
  const left = useContactLimits(otherId, sent);
  // A screen reader announces text added to a region, not the region itself, so the region is always rendered.
  return (
    <p role="status" className="px-4 py-2 text-muted text-sm empty:absolute">
      {left && wordsOf(left, name, sent)}
    </p>
  );
}

function wordsOf({ messages_left, first_messages_left }: ContactLeft, name: string, sent: number): string | null {
  if (messages_left === null) return null;
  if (messages_left === 0 && sent > 0) return `You can write more once ${isolate(name)} has answered.`;
  if (messages_left === 0)
    return `You’re waiting for answers to your first messages. You can write to ${isolate(name)} once one of them arrives.`;
  const messages = messages_left === 1 ? '1 message' : `${messages_left} messages`;
  const isLast = sent === 0 && first_messages_left === 1;
  const last = isLast ? ` After that, you need an answer before you can write to another new member.` : '';
  return `You can send ${messages} before ${isolate(name)} answers.${last}`;
}

/** The number is shown only when this few are left. */
const SHOWN_FROM = 2;

/** The number of waitlists that the member may still join, once few are left; for the join form. */
export function WaitlistsLeft({ creatorId }: { creatorId: number }) {
  const left = useContactLimits(creatorId, 0)?.waitlists_left ?? null;
  if (left === null || left > SHOWN_FROM) return null;
  return (
    <p className="text-muted text-sm">
      {left > 0
        ? `You can join ${left === 1 ? '1 more waitlist' : `${left} more waitlists`}.`
        : 'You’ve reached the waitlist limit. Leave a waitlist to join another.'}
    </p>
  );
}

/** The number of join requests that the member may still send, once few are left; for the join form. */
export function RequestsLeft({ creatorId }: { creatorId: number }) {
  const left = useContactLimits(creatorId, 0)?.requests_left ?? null;
  if (left === null || left > SHOWN_FROM) return null;
  return (
    <p className="text-muted text-sm">
      {left > 0
        ? `You can send ${left === 1 ? '1 more request' : `${left} more requests`} before one is answered.`
        : 'All your requests are pending. You can ask again once one is answered or withdrawn, or expires.'}
    </p>
  );
}
