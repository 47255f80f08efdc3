import { dayMs } from '@sangam/shared/core/limits';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { eventually } from '@sangam/testing/eventually';
import type { AddedMember } from '@sangam/testing/members';
import { codeOf, inviting } from '@sangam/testing/requests/inviting';
import { describe, expect, it } from 'vitest';

const at = inviting();
const { people, call, post, invite, invited, answer, withdraw, received, sent, notificationsOf, team, left } = at;

describe('the queue', () => {
  const flood = async (count: number) => {
    const creators = people(count);
    const ids: number[] = [];
    for (const by of creators) ids.push(await invited(await post(by), at.bina, by));
    return { creators, ids };
  };

  it('delivers five, and the next in order as places free up; its sender sees no difference', async () => {
    const { creators, ids } = await flood(7);
    const [first, , , , fifth, sixth, seventh] = ids as [number, number, number, number, number, number, number];
    expect((await received()).map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 5).toSorted());
    const [delivered, queued] = [await sent(creators[4]), await sent(creators[5])];
    const shape = (list: Invitation[]) => list.map((item) => [Object.keys(item), item.status]);
    expect(shape(queued)).toEqual(shape(delivered));
    expect(codeOf(await answer(sixth, 'accepted'))).toBe('NOT_FOUND');
    const cards = (await call(at.bina, `GET /api/conversations/${creators[5]?.id}/requests`)).body.data.invitations;
    expect(cards).toEqual([]);
    await answer(first, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(sixth));
    expect((await received()).map(({ id }) => id)).not.toContain(seventh);
    expect(codeOf(await withdraw(seventh, creators[6]))).toBe(200);
    await answer(fifth, 'declined');
    expect((await received()).map(({ id }) => id).toSorted()).toEqual([...ids.slice(1, 4), sixth].toSorted());
  });

  it('delivers at most five of parallel invitations', async () => {
    const creators = people(12);
    const projects = await Promise.all(creators.map((by: AddedMember) => post(by)));
    const replies = await Promise.all(projects.map((project, n) => invite(project, at.bina, creators[n])));
    expect(replies.map(codeOf)).toEqual(replies.map(() => 201));
    expect(await received()).toHaveLength(5);
    const answers = await Promise.all((await received()).map(({ id }) => answer(id, 'declined')));
    expect(answers.map(codeOf)).toEqual(answers.map(() => 200));
    await eventually(async () => expect(await received()).toHaveLength(5));
  });

  /** Returns everything in which a sender sees their invitation. */
  const seenBy = async (by: AddedMember, whom: AddedMember) => {
    const cards = (await call(by, `GET /api/conversations/${whom.id}/requests`)).body.data.invitations;
    const plain = (list: Invitation[]) => list.map(({ status, ended_by }) => [status, ended_by]);
    // These notifications come because their projects leave the list one by one.
    const notices = (await notificationsOf(by)).filter((kind) => kind !== 'project:unlisted');
    return {
      sent: plain(await sent(by)),
      cards: plain(cards),
      notifications: notices,
      left: await left(by, at.asha),
      again: codeOf(await invite((await sent(by))[0]?.project_id ?? 0, whom, by)),
    };
  };

  it('is invisible to a sender, whose invitation ends 7 days after sending, whenever it is delivered, declined or over', async () => {
    const pair = () => people(2);
    const [atOnce, later, never] = [pair(), pair(), pair()];
    const blockers: [AddedMember, number][] = [];
    for (const [, whom] of [later, never])
      for (const by of people(5)) blockers.push([whom, await invited(await post(by), whom, by)]);
    const senders = [atOnce, later, never];
    const ids: number[] = [];
    for (const [by, whom] of senders) ids.push(await invited(await post(by), whom, by));
    const events = senders.map(() => [] as string[]);
    for (const [n, [by]] of senders.entries())
      (await at.server.connect(by)).on('invitation:changed', ({ status, ended_by }) =>
        events[n]?.push(`${status} ${ended_by}`),
      );
    const version = async () => (await call(later[0], 'GET /api/refresh')).body.data.incoming_requests.version;
    const before = await version();
    const expectSame = async () => {
      const [first, ...others] = await Promise.all(senders.map(([by, whom]) => seenBy(by, whom)));
      for (const other of others) expect(other).toEqual(first);
      return first;
    };
    at.clock.atMs += 3 * dayMs;
    // A place is free for the second, on the third day.
    await answer(blockers[0]?.[1] as number, 'declined', later[1]);
    await eventually(async () => expect((await received(later[1])).map(({ id }) => id)).toContain(ids[1]));
    expect(await version()).toBe(before);
    expect(await expectSame()).toMatchObject({ sent: [['pending', undefined]], left: 4, again: 'ALREADY_INVITED' });
    at.clock.atMs += 4 * dayMs;
    await eventually(async () => {
      for (const [by] of senders) expect(await notificationsOf(by)).toEqual(['invitation:lapsed']);
    });
    await eventually(() => expect(events).toEqual(Array(3).fill(['withdrawn no_answer'])));
    expect(await expectSame()).toMatchObject({
      sent: [['withdrawn', 'no_answer']],
      left: 5,
      notifications: ['invitation:lapsed'],
    });
    // The member can still decline the late invitation, which its sender doesn't see.
    at.clock.atMs += dayMs;
    expect(await received(later[1])).toMatchObject([{ id: ids[1] }]);
    expect(codeOf(await answer(ids[1] as number, 'declined', later[1]))).toBe(200);
    await expectSame();
    at.clock.atMs += 40 * dayMs;
    await expectSame();
    expect(events).toEqual(Array(3).fill(['withdrawn no_answer']));
    const replies = await Promise.all(senders.map(([by], n) => withdraw(ids[n] as number, by)));
    expect(replies.map(codeOf)).toEqual([200, 200, 200]);
    expect(await expectSame()).toMatchObject({ sent: [['withdrawn', undefined]] });
    expect(codeOf(await withdraw(ids[0] as number, atOnce[0]))).toBe('ALREADY_DECIDED');
  });

  it('lets a late invitation be accepted after it has ended for its sender, who can withdraw it before that', async () => {
    const [chitra] = people(1);
    const { ids } = await flood(5);
    const [project, other] = [await post(), await post(chitra)];
    const [kept, withdrawn] = [await invited(project), await invited(other, at.bina, chitra)];
    at.clock.atMs += 6 * dayMs;
    for (const id of ids.slice(0, 2)) await answer(id, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(withdrawn));
    at.clock.atMs += 2 * dayMs;
    await eventually(async () => expect(await sent()).toMatchObject([{ id: kept, ended_by: 'no_answer' }]));
    expect(codeOf(await withdraw(withdrawn, chitra))).toBe(200);
    expect(codeOf(await answer(withdrawn, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await answer(kept, 'accepted'))).toBe(200);
    expect(await sent()).toMatchObject([{ id: kept, status: 'accepted' }]);
    expect(await notificationsOf(at.asha)).toEqual(['invitation:accepted']);
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
  });

  it('lets a member who asked after that be invited again, whether or not they can still answer the first invitation', async () => {
    await flood(5);
    const project = await post();
    const first = await invited(project);
    at.clock.atMs += 8 * dayMs;
    await eventually(async () => expect(await sent()).toMatchObject([{ id: first, ended_by: 'no_answer' }]));
    await eventually(async () => expect((await received()).map(({ id }) => id)).toEqual([first]));
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
    await call(at.bina, `POST /api/projects/${project}/connect`);
    const repeated = await invited(project);
    expect((await received()).map(({ id }) => id)).toEqual([repeated]);
    expect(codeOf(await answer(repeated, 'accepted'))).toBe(200);
  });

  it('expires 7 days after the delivery, not after sending', async () => {
    const { ids } = await flood(6);
    const last = ids[5] as number;
    at.clock.atMs += 6 * dayMs;
    await answer(ids[0] as number, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(last));
    at.clock.atMs += 6 * dayMs;
    expect((await received()).map(({ id }) => id)).toEqual([last]);
    expect(codeOf(await answer(last, 'accepted'))).toBe(200);
  });
});
