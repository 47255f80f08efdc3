import { afterEach, describe, expect, it } from 'vitest';
import { noteTeams } from '../../../chat/state/known-conversations';
import { resetStores } from '../../../core/store/reset';
import { KEY, ME, message, OTHER, TEAM, TEAM_KEY, teamMessage } from '../../../testing/samples';
import type { ReportSubject } from '../../state/report-dialog';
import { checkReport, memberToBlock, type ReportDraft } from './report';

afterEach(resetStores);

const other = { id: OTHER, name: 'Other' };
const left: ReportSubject = { kind: 'left', conversation: TEAM, members: [other] };
const draft = (change: Partial<ReportDraft> = {}): ReportDraft => ({
  ...{ reason: 'spam', words: '', seqs: [], memberId: null, block: false },
  ...change,
});

describe('a report', () => {
  it.each<[ReportSubject, Partial<ReportDraft>, string[]]>([
    [{ kind: 'member', ...other }, { reason: '' }, ['reason']],
    [{ kind: 'message', conversation: KEY, seq: null }, {}, ['seqs']],
    [left, { reason: '' }, ['member', 'reason']],
  ])('of %j says what is missing', (subject, change, fields) => {
    const checked = checkReport(subject, draft(change));
    expect(checked.ok ? [] : checked.errors.map(({ field }) => field)).toEqual(fields);
  });

  it.each<[ReportSubject, Partial<ReportDraft>, object]>([
    [
      { kind: 'member', ...other },
      { words: ' Rude  ', block: true },
      { kind: 'member', id: OTHER, words: 'Rude', block: true },
    ],
    [{ kind: 'project', id: 7, name: 'Rover' }, { words: '  ' }, { kind: 'project', id: 7 }],
    [left, { memberId: OTHER }, { kind: 'message', conversation_id: TEAM, member_id: OTHER }],
    [
      { kind: 'message', conversation: TEAM_KEY, seq: 3 },
      { seqs: [3] },
      { kind: 'message', conversation_id: TEAM, seq: 3 },
    ],
    [
      { kind: 'message', conversation: `u${OTHER}`, seq: 3 },
      { seqs: [3, 5] },
      { kind: 'message', id: OTHER, seq: 3, seqs: [3, 5] },
    ],
  ])('of %j is sent as the server names it', (subject, change, body) => {
    expect(checkReport(subject, draft(change))).toEqual({ ok: true, value: { ...body, reason: 'spam' } });
  });
});

describe('the member to block with a report', () => {
  const find = (subject: ReportSubject, given: Partial<Parameters<typeof memberToBlock>[1]> = {}) =>
    memberToBlock(subject, { memberId: null, messages: [], me: ME, ...given });

  it('is the creator of a project, if it has one', () => {
    expect(find({ kind: 'project', id: 7, name: 'Rover', creator: other })).toEqual(other);
    expect(find({ kind: 'project', id: 7, name: 'Rover' })).toBeNull();
  });

  it('is the chosen member of a team that was left', () => {
    expect(find(left)).toEqual({ id: null, name: 'this member' });
    expect(find(left, { memberId: OTHER })).toEqual(other);
  });

  it('is the sender of the message, or else of the first message from another member', () => {
    noteTeams([TEAM]);
    const messages = [
      teamMessage(1, { sender_id: ME }),
      teamMessage(2, { sender_name: 'First' }),
      teamMessage(3, { sender_name: 'Third' }),
    ];
    expect(find({ kind: 'message', conversation: TEAM_KEY, seq: 3 }, { messages })).toEqual({
      id: null,
      name: 'Third',
    });
    expect(find({ kind: 'message', conversation: TEAM_KEY, seq: null }, { messages })).toMatchObject({ name: 'First' });
    expect(find({ kind: 'message', conversation: `u${OTHER}`, seq: 1 }, { messages: [message(1)] })).toMatchObject({
      id: OTHER,
    });
  });
});
