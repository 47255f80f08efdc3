import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connectForTeams, formTeam, sayInTeam, type TestTeam } from '@sangam/testing/chat/team';
import { upload } from '@sangam/testing/chat/uploads';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { one, stageTwoServers, two } from '@sangam/testing/servers/two-servers';
import type { Body, ClientSocket, Reply, TestMember } from '@sangam/testing/test-server';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

/** Mark the texts and reactions of all acts that start after the departure was acknowledged. */
const [LATE, LATE_EMOJI] = ['late', '🎉'];

let moderator: TestMember;
stageTwoServers();
beforeAll(async () => {
  moderator = await signUpModerator(one);
});

interface Scene {
  team: TestTeam;
  creator: TestMember;
  mate: TestMember;
  /** Leaves the conversation. */
  leaver: TestMember;
}

/** Each way out of a team's conversation. */
const departures: [name: string, depart: (scene: Scene) => Promise<Reply>][] = [
  ['leaves', ({ team, leaver }) => two.call(`DELETE /api/projects/${team.projectId}/members/me`, leaver.token)],
  [
    'is removed',
    ({ team, creator, leaver }) =>
      two.call(`DELETE /api/projects/${team.projectId}/members/${leaver.id}`, creator.token, { word: 'Thanks' }),
  ],
  [
    'is suspended',
    async ({ leaver, mate }) => {
      const report = await reportTo(one, mate, { kind: 'member', id: leaver.id });
      return decideOn(two, moderator, report, { decision: 'suspend' });
    },
  ],
  [
    'deletes their account',
    ({ leaver }) => two.call('DELETE /api/account', leaver.token, { current_password: leaver.password }),
  ],
];

/** Repeats an act on both servers, one after the other, until `signal` aborts. */
async function keepOn(signal: AbortSignal, act: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    await act(n);
    await pause(2);
  }
}

describe.each(departures)('while all act in a team, a member %s', (_, depart) => {
  it('and nothing that begins later reaches them, nor does anything of theirs reach the team', {
    timeout: 60_000,
  }, async () => {
    const [creator, mate, leaver] = [
      await one.signUp('Asha'),
      await one.signUp('Bina'),
      await one.signUp('Chitra'),
    ] as const;
    const team = await formTeam(one, creator, [mate, leaver]);
    const { conversationId: conversation_id } = team;
    const { id: file } = await upload(one, mate, Buffer.from('a file of the team'));
    await sayInTeam(one, conversation_id, [
      [mate, 'One', [file]],
      [leaver, 'Two'],
      [mate, 'Three'],
    ]);
    const { body } = await one.call(`GET /api/attachments/links?ids=${file}`, leaver.token);
    const address = one.url + body.data.links[0].url;

    const received: { event: string; payload: Body }[] = [];
    const socketsOf = async (member: TestMember) => [
      await connectForTeams(one, member),
      await connectForTeams(two, member),
    ];
    const [leaverSockets, mateSockets] = [await socketsOf(leaver), await socketsOf(mate)];
    const creatorSocket = await connectForTeams(two, creator);
    for (const socket of leaverSockets)
      socket.onAny((event: string, payload: Body) => void received.push({ event, payload }));

    let isLate = false;
    const word = () => (isLate ? LATE : 'early');
    const emoji = () => (isLate ? LATE_EMOJI : '👍');
    /** The acts of a member, in turn: sent by the socket `n % 2`. Each returns whether it was allowed. */
    const actsOf = (sockets: ClientSocket[], { token }: TestMember, own: number, n: number) => {
      const [at, socket] = [n % 2 === 0 ? one : two, sockets[n % 2] as ClientSocket];
      const emit = async (event: string, payload: object): Promise<boolean> => {
        if (!socket.connected) return false;
        // Each payload matches its event, which TypeScript cannot follow through one function for all events.
        const send = socket.timeout(10_000).emitWithAck as (name: string, sent: object) => Promise<{ ok: boolean }>;
        const answer = await send.call(socket, event, { conversation_id, ...payload }).catch(() => ({ ok: false }));
        return answer.ok;
      };
      const call = async (name: string, sent?: object) => (await at.call(name, token, sent)).status < 300;
      const key = { client_id: randomUUID() };
      const content = `${word()} ${n} @team @Chitra`;
      const mentions = [{ user_id: leaver.id, name: 'Chitra' }];
      return [
        () => emit('message:send', { content, mentions, ...key }),
        () => emit('message:edit', { seq: own, content, mentions, ...key }),
        () => emit('message:react', { seq: 3, emoji: emoji(), ...key }),
        () => emit('message:unreact', { seq: 3, emoji: emoji(), ...key }),
        () => emit(n % 8 < 4 ? 'message:pin' : 'message:unpin', { seq: own, ...key }),
        () => emit('message:read', {}),
        () => call('POST /api/messages', { conversation_id, content, ...key }),
        async () => {
          const uploaded = await upload(at, { token }, Buffer.from(content));
          return call('POST /api/messages', { conversation_id, content, attachment_ids: [uploaded.id], ...key });
        },
        () => call(`GET /api/messages/c/${conversation_id}`),
        () => call(`GET /api/messages/c/${conversation_id}/team`),
        () => call(`GET /api/messages/c/${conversation_id}/files`),
        async () => (await at.call(`GET /api/attachments/links?ids=${file}`, token)).body.data?.links.length > 0,
        async () => (await at.call('GET /api/search/messages?q=late', token)).body.data?.messages.length > 0,
        async () => (await at.call('GET /api/refresh', token)).body.data?.teams.data.teams.length > 0,
      ];
    };

    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    const lateButAllowed: string[] = [];
    const acting = [
      keepOn(ended.signal, async (n) => {
        const acts = actsOf(mateSockets, mate, 1, n);
        await acts[n % acts.length]?.();
      }),
      keepOn(ended.signal, async (n) => void (await actsOf(mateSockets, mate, 1, n)[n % 5]?.())),
      keepOn(ended.signal, async (n) => {
        const typist = isLate ? creatorSocket : mateSockets[n % 2];
        typist?.emit('typing', { conversation_id, typing: n % 2 === 0 }, () => undefined);
        if (isLate) await creatorSocket.emitWithAck('message:read', { conversation_id });
        await pause(20);
      }),
      ...[0, 1].map((offset) =>
        keepOn(ended.signal, async (n) => {
          const acts = actsOf(leaverSockets, leaver, 2, n);
          const [index, wasLate] = [(n + offset * 7) % acts.length, isLate];
          const isAllowed = await acts[index]?.();
          if (wasLate && isAllowed) lateButAllowed.push(String(acts[index]));
        }),
      ),
      keepOn(ended.signal, async () => {
        const wasLate = isLate;
        const { status } = await fetch(address);
        if (wasLate && status < 400) lateButAllowed.push(`file ${status}`);
        await pause(20);
      }),
    ];
    await pause(300 + Math.random() * 300);
    expect((await depart({ team, creator, mate, leaver })).status).toBe(200);
    isLate = true;
    await pause(1_500);
    ended.abort();
    await Promise.all(acting);

    expect(lateButAllowed).toEqual([]);
    const isLateText = new RegExp(`"${LATE} |${LATE_EMOJI}`, 'u');
    expect(received.filter((each) => isLateText.test(JSON.stringify(each)))).toEqual([]);
    const active = received.flatMap(({ event, payload }) => {
      if (event === 'typing') return [payload.sender_id, ...(payload.sender_ids ?? [])];
      return event === 'conversation:read' ? payload.marks.map((mark: Body) => mark.user_id) : [];
    });
    expect(active).toContain(mate.id);
    // The creator types and reads only late.
    expect(active).not.toContain(creator.id);
    expect(received.filter(({ event }) => event === 'message:new')).not.toEqual([]);
    const { rows } = await one.database.pool.query(
      `SELECT count(*) FILTER (WHERE m.sender_id = s.user_id AND (m.seq > s.left_seq OR m.content LIKE $3))::int AS written,
              count(*) FILTER (WHERE r.emoji = $4)::int AS reacted, count(n.seq)::int AS mentioned
       FROM memberships s JOIN messages m USING (conversation_id)
       LEFT JOIN message_reactions r ON (r.conversation_id, r.seq, r.user_id) = (m.conversation_id, m.seq, s.user_id)
       LEFT JOIN message_mentions n ON (n.conversation_id, n.seq, n.user_id) = (m.conversation_id, m.seq, s.user_id) AND m.seq > s.left_seq
       WHERE s.conversation_id = $1 AND s.user_id = $2`,
      [conversation_id, leaver.id, `${LATE} %`, LATE_EMOJI],
    );
    expect(rows).toEqual([{ written: 0, reacted: 0, mentioned: 0 }]);
  });
});
