import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { Conversation, Message } from '@sangam/shared/contract/messages';
import { checkThread } from '../checker/thread.js';
import { forEachOf } from '../each.js';
import { sleep } from '../rest.js';
import type { Circle } from './circle.js';
import type { Member, Partner } from './member.js';

const AT_ONCE = 8;
const PAGE = 200;
const LOOK_EVERY_MS = 200;
const ONLINE_WITHIN_MS = 5_000;

/** Waits until everything is answered and pushed, at most `settleMs`; then compares it all with what REST says. */
export async function verify(circle: Circle): Promise<void> {
  const endMs = performance.now() + circle.plan.settleMs;
  while (performance.now() < endMs && !isSettled(circle)) await sleep(LOOK_EVERY_MS);
  circle.messages.finish();
  const threads = await verifyThreads(circle);
  await forEachOf(circle.members, AT_ONCE, async (member) => {
    await verifyUnread(circle, member, threads);
    await verifyPresence(circle, member);
    if (member.projectId !== null) circle.requests.check(member.id, await incomingOf(circle, member));
  });
}

function isSettled({ members, messages, requests, telemetry }: Circle): boolean {
  if (telemetry.unanswered() > 0 || messages.underWay() > 0 || requests.underWay() > 0) return false;
  return members.every((member) =>
    member.partners.every((partner) => {
      const expected = member.unread.expected(
        partner.id,
        partner.incoming.seqs.filter((seq) => seq > 0),
      );
      return member.unread.agrees(partner.id, expected, mustBeTold(member, partner));
    }),
  );
}

/** Every conversation's messages of this run, by both members' places. */
async function verifyThreads(circle: Circle): Promise<Map<string, Message[]>> {
  const { members, judge, clientIds, plan } = circle;
  const pairs = members.flatMap((member) =>
    member.partners.filter(({ index }) => index > member.index).map((partner) => ({ member, partner })),
  );
  const threads = new Map<string, Message[]>();
  await forEachOf(pairs, AT_ONCE, async ({ member, partner }) => {
    const { messages, lastSeq } = await threadOf(circle, member, partner);
    const { lastSeqBefore: before, outgoing, incoming } = partner;
    checkThread({ before, lastSeq, messages }, [outgoing, incoming], {
      clientIds,
      judge,
      messageChars: plan.messageChars,
    });
    threads.set(`${member.index}-${partner.index}`, messages);
  });
  return threads;
}

async function threadOf({ rest }: Circle, { token }: Member, { id, lastSeqBefore }: Partner) {
  const messages: Message[] = [];
  let after = lastSeqBefore;
  for (;;) {
    const { data } = await rest.insist('GET /api/messages/conversation/:userId', {
      token,
      params: { userId: id },
      query: { after, limit: PAGE },
    });
    messages.push(...data.messages);
    after = data.messages.at(-1)?.seq ?? after;
    if (!data.has_more) return { messages, lastSeq: data.last_seq };
  }
}

async function verifyUnread({ rest }: Circle, member: Member, threads: ReadonlyMap<string, Message[]>): Promise<void> {
  const { token, partners, index, listeningSinceMs } = member;
  const [conversations, { data }] = await Promise.all([
    conversationsOf(rest, token),
    rest.insist('GET /api/messages/unread-count', { token }),
  ]);
  const ends = partners.map((partner) => {
    const changedMs = Math.max(partner.readMs, lastCameMs(partner));
    const heardAll = listeningSinceMs !== null && (changedMs === 0 || changedMs >= listeningSinceMs);
    const key = `${Math.min(index, partner.index)}-${Math.max(index, partner.index)}`;
    return [
      partner.id,
      { messages: threads.get(key) ?? [], heardAll, mustBeTold: mustBeTold(member, partner) },
    ] as const;
  });
  member.unread.check({ conversations, total: data.unread_count, threads: new Map(ends) });
}

/** When the partner's last message was acknowledged; 0: none was. */
const lastCameMs = ({ incoming }: Partner): number =>
  incoming.acknowledgedMs.reduce((last, ms) => (Number.isFinite(ms) ? Math.max(last, ms) : last), 0);

/** A message that came over a connection that hears everything changes a count, and the count is pushed. */
const mustBeTold = ({ listeningSinceMs }: Member, partner: Partner): boolean =>
  listeningSinceMs !== null && lastCameMs(partner) >= listeningSinceMs;

async function conversationsOf(rest: Circle['rest'], token: string): Promise<Conversation[]> {
  const { data } = await rest.insist('GET /api/messages/conversations', { token, query: { limit: PAGE } });
  return data.conversations;
}

/** Whoever is connected must be online for those who watch them, at the latest a moment after. */
async function verifyPresence({ members, judge }: Circle, member: Member): Promise<void> {
  const { session, partners, listeningSinceMs } = member;
  if (listeningSinceMs === null) return;
  const steady = partners.filter(({ index }) => (members[index]?.listeningSinceMs ?? null) !== null);
  const seenOffline = async (): Promise<number[]> => {
    const ack = await session.emit('presence:watch', { userIds: steady.map(({ id }) => id) });
    if (!ack?.ok) return [];
    const online = new Set(ack.data.filter((presence) => presence.is_online).map(({ id }) => id));
    return steady.map(({ id }) => id).filter((id) => !online.has(id));
  };
  const endMs = performance.now() + ONLINE_WITHIN_MS;
  let offline = await seenOffline();
  while (offline.length > 0 && performance.now() < endMs) {
    await sleep(LOOK_EVERY_MS);
    offline = await seenOffline();
  }
  judge.checked('presence', steady.length);
  for (const id of offline)
    judge.broken('presence', `member ${id} is connected and active, and ${member.id} sees them offline`);
}

async function incomingOf({ rest }: Circle, { token }: Member): Promise<JoinRequest[]> {
  const listed: JoinRequest[] = [];
  for (;;) {
    const before = listed.at(-1)?.id;
    const { data } = await rest.insist('GET /api/project-requests/incoming', {
      token,
      query: { limit: PAGE, ...(before === undefined ? {} : { before }) },
    });
    listed.push(...data.requests);
    if (!data.has_more) return listed;
  }
}
