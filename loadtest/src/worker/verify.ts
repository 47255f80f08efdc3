import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation, Message } from '@sangam/shared/chat/messages';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import pMap from 'p-map';
import { checkThread } from '../invariants/thread.js';
import type { Member, Partner } from './member.js';
import type { WorkerContext } from './worker-context.js';

const CONCURRENCY = 8;
const PAGE_SIZE = 200;
const POLL_INTERVAL_MS = 200;
const ONLINE_TIMEOUT_MS = 5_000;

/** Waits until everything is answered and delivered, at most `settleMs`; then compares it with REST. */
export async function verify(context: WorkerContext): Promise<void> {
  const endMs = performance.now() + context.plan.settleMs;
  while (performance.now() < endMs && !isSettled(context)) await sleep(POLL_INTERVAL_MS);
  context.messages.finish();
  const threads = await verifyThreads(context);
  await pMap(
    context.members,
    async (member) => {
      await verifyUnread(context, member, threads);
      await verifyPresence(context, member, onlinePartnersOf(context, member, threads));
      if (member.projectId !== null) context.requests.check(member.id, await incomingOf(context, member));
    },
    { concurrency: CONCURRENCY },
  );
}

/** Whether everything is answered and delivered, and connected members receive all that follows. */
export function isSettled({ members, messages, requests, telemetry, plan }: WorkerContext): boolean {
  if (telemetry.unanswered() > 0 || messages.awaitedUpdates() > 0 || requests.awaitedUpdates() > 0) return false;
  // The presence of members who have just connected is checked, too.
  const connecting = members.some((member) => member.socket.connectionNumber() !== null && !isListening(member));
  if (connecting && !plan.toleratesMissedUpdates) return false;
  return members.every((member) =>
    member.partners.every((partner) => {
      const expected = member.unread.expected(
        partner.id,
        partner.incoming.seqs.filter((seq) => seq > 0),
      );
      return member.unread.agrees(partner.id, expected, mustBeDelivered(member, partner));
    }),
  );
}

/** Compares every conversation with its streams, and returns its messages of this run by both members' indexes (`lower-higher`). */
async function verifyThreads(context: WorkerContext): Promise<Map<string, Message[]>> {
  const { members, invariants, clientIds, plan } = context;
  const pairs = members.flatMap((member) =>
    member.partners.filter(({ index }) => index > member.index).map((partner) => ({ member, partner })),
  );
  const threads = new Map<string, Message[]>();
  await pMap(
    pairs,
    async ({ member, partner }) => {
      const { messages, lastSeq } = await threadOf(context, member, partner);
      const { lastSeqBefore: before, outgoing, incoming } = partner;
      checkThread({ before, lastSeq, messages }, [outgoing, incoming], {
        clientIds,
        invariants,
        messageChars: plan.messageChars,
      });
      threads.set(keyOf(member.index, partner.index), messages);
    },
    { concurrency: CONCURRENCY },
  );
  return threads;
}

const keyOf = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`;

async function threadOf({ rest }: WorkerContext, { token }: Member, { id, lastSeqBefore }: Partner) {
  const messages: Message[] = [];
  let after = lastSeqBefore;
  for (;;) {
    const { data } = await rest.callOrThrow('GET /api/messages/conversation/:userId', {
      token,
      params: { userId: id },
      query: { after, limit: PAGE_SIZE },
    });
    messages.push(...data.messages);
    after = data.messages.at(-1)?.seq ?? after;
    if (!data.has_more) return { messages, lastSeq: data.last_seq };
  }
}

async function verifyUnread(
  { rest }: WorkerContext,
  member: Member,
  threads: ReadonlyMap<string, Message[]>,
): Promise<void> {
  const { token, partners, index, listeningSinceMs } = member;
  const [conversations, { data }] = await Promise.all([
    conversationsOf(rest, token),
    rest.callOrThrow('GET /api/messages/unread-count', { token }),
  ]);
  const ends = partners.map((partner) => {
    const changedMs = Math.max(partner.readMs, lastIncomingMs(partner));
    const receivedAll = listeningSinceMs !== null && (changedMs === 0 || changedMs >= listeningSinceMs);
    const messages = threads.get(keyOf(index, partner.index)) ?? [];
    return [
      partner.id,
      {
        messages,
        lastSeq: messages.at(-1)?.seq ?? partner.lastSeqBefore,
        receivedAll,
        mustBeDelivered: mustBeDelivered(member, partner),
      },
    ] as const;
  });
  member.unread.check({ conversations, total: data.unread_count, threads: new Map(ends) });
}

/** When the partner's last message was acknowledged; 0: none was. */
const lastIncomingMs = ({ incoming }: Partner): number =>
  incoming.acknowledgedMs.reduce((last, ms) => (Number.isFinite(ms) ? Math.max(last, ms) : last), 0);

const isListening = ({ listeningSinceMs }: Member): boolean => listeningSinceMs !== null;

/** Whether the count's change must have been broadcast: a message changed it while the socket received every live update. */
const mustBeDelivered = ({ listeningSinceMs }: Member, partner: Partner): boolean =>
  listeningSinceMs !== null && lastIncomingMs(partner) >= listeningSinceMs;

async function conversationsOf(rest: WorkerContext['rest'], token: string): Promise<Conversation[]> {
  const { data } = await rest.callOrThrow('GET /api/messages/conversations', { token, query: { limit: PAGE_SIZE } });
  return data.conversations;
}

/**
 * The connected partners that must be online for a member. A partner who has not replied may have the member's messages as a message
 * request, and is shown offline then.
 */
export function onlinePartnersOf(
  { members }: Pick<WorkerContext, 'members'>,
  { index, partners }: Pick<Member, 'index' | 'partners'>,
  threads: ReadonlyMap<string, readonly Message[]>,
): number[] {
  const mayHide = (partner: Partner): boolean => {
    const messages = threads.get(keyOf(index, partner.index)) ?? [];
    return messages.length > 0 && !messages.some(({ sender_id }) => sender_id === partner.id);
  };
  const isConnected = (partner: Partner) => (members[partner.index]?.listeningSinceMs ?? null) !== null;
  return partners.filter((partner) => isConnected(partner) && !mayHide(partner)).map(({ id }) => id);
}

/** Checks that these partners are online after a few seconds at most. */
async function verifyPresence({ invariants }: WorkerContext, member: Member, ids: readonly number[]): Promise<void> {
  const { socket, listeningSinceMs } = member;
  if (listeningSinceMs === null) return;
  const seenOffline = async (): Promise<number[]> => {
    const ack = await socket.emit('presence:watch', { userIds: [...ids] });
    if (!ack?.ok) return [];
    const online = new Set(ack.data.filter((presence) => presence.is_online).map(({ id }) => id));
    return ids.filter((id) => !online.has(id));
  };
  const endMs = performance.now() + ONLINE_TIMEOUT_MS;
  let offline = await seenOffline();
  while (offline.length > 0 && performance.now() < endMs) {
    await sleep(POLL_INTERVAL_MS);
    offline = await seenOffline();
  }
  invariants.checked('presence', ids.length);
  for (const id of offline)
    invariants.violated('presence', `member ${id} is connected and active, but ${member.id} sees them offline`);
}

async function incomingOf({ rest }: WorkerContext, { token }: Member): Promise<JoinRequest[]> {
  const listed: JoinRequest[] = [];
  for (;;) {
    const before = listed.at(-1)?.id;
    const { data } = await rest.callOrThrow('GET /api/project-requests/incoming', {
      token,
      query: { limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) },
    });
    listed.push(...data.requests);
    if (!data.has_more) return listed;
  }
}
