import { hourMs } from '@sangam/shared/core/limits';
import { notificationWords } from '@sangam/shared/notices/notification-words';
import { expect, it } from 'vitest';
import { noteTeams } from '../../../chat/state/known-conversations';
import { useTeams } from '../../../chat/state/teams';
import { toListed } from '../../../chat/state/teams.reduce';
import { requests } from '../../../requests/state/requests';
import {
  choices,
  interest,
  joinRequest,
  ME,
  message,
  OTHER,
  offer,
  TEAM,
  team,
  teamMessage,
} from '../../../testing/samples';
import type { ToastNotice } from '../../state/notice';
import { announcementOf, mayAnnounce } from './announcements';

const project = { project_id: 7, project_title: 'Project 7' };
const asked: ToastNotice = { kind: 'request', request: joinRequest() };
const removal: ToastNotice = {
  kind: 'removal',
  removal: { ...project, user_id: 1, user_name: 'Me', creator_id: OTHER, word: null },
};
const noon = Date.parse('2026-11-22T12:00:00Z');

it('allows by group, project and hour', () => {
  expect(mayAnnounce(choices(), asked, noon)).toBe(true);
  expect(mayAnnounce(choices({ push_off: ['requests'] }), asked, noon)).toBe(false);
  expect(mayAnnounce(choices({ push_off: ['requests'] }), removal, noon)).toBe(true);
  expect(mayAnnounce(choices({ push_off: ['team'] }), removal, noon)).toBe(false);
  expect(mayAnnounce(choices({ muted_project_ids: [7] }), removal, noon)).toBe(false);
  expect(mayAnnounce(choices({ muted_member_ids: [7] }), removal, noon)).toBe(true);
  const quiet = { quiet: { from: 11 * 60, until: 13 * 60 }, time_zone: 'UTC' };
  expect(mayAnnounce(choices(quiet), removal, noon)).toBe(false);
  expect(mayAnnounce(choices(quiet), removal, noon + hourMs)).toBe(true);
});

const decision = { ...project, id: 5, current_members: 2 };
const decided = { ...decision, creator_id: OTHER, requester_id: 1, created_at: '' };
it.each<[string, ToastNotice]>([
  ['request:received', asked],
  ['interest:received', { kind: 'interest', interest }],
  ['request:accepted', { kind: 'decision', decision: { ...decision, status: 'accepted' } }],
  ['request:rejected', { kind: 'decision', decision: { ...decision, status: 'rejected' } }],
  ['request:unanswered', { kind: 'end', end: { ...project, id: 5, ended_by: 'no_answer' } }],
  ['request:ended', { kind: 'end', end: { ...project, id: 5, ended_by: 'project_finished' } }],
  ['project:unavailable', { kind: 'end', end: { ...project, id: 5, ended_by: 'project_deleted' } }],
  ['interest:denied', { kind: 'interest-decision', decision: { ...decided, status: 'denied' } }],
  [
    'interest:unanswered',
    { kind: 'interest-decision', decision: { ...decided, status: 'denied', ended_by: 'no_answer' } },
  ],
  ['offer:received', { kind: 'transfer', change: { offer: offer(), status: 'pending' } }],
  ['offer:leaving', { kind: 'transfer', change: { offer: offer({ answer_by: '2026-12-01' }), status: 'pending' } }],
  ['offer:declined', { kind: 'transfer', change: { offer: offer(), status: 'declined' } }],
  ['seat:removed', removal],
])('%s', (kind, notice) => {
  const announcement = announcementOf(notice);
  expect(announcement.kind).toBe(kind);
  // The bell, push notifications and emails use the same text.
  expect(announcement.text).toContain(notificationWords({ kind }));
});

it('adds the creator’s reason to the words of a rejection and a removal', () => {
  requests.upsert(joinRequest({ user_id: ME, creator_name: 'Other' }));
  const rejected = { ...decision, status: 'rejected', end_word: 'We need a designer' } as const;
  expect(announcementOf({ kind: 'decision', decision: rejected }).text).toBe(
    'Other rejected your request to join Project 7: We need a designer',
  );
  const word = { ...removal, removal: { ...removal.removal, word: 'Thanks' } };
  expect(announcementOf(word).text).toBe('Other removed you from Project 7: Thanks');
});

it('allows a team’s messages as the member chose, and mentions only as the server reports them', () => {
  noteTeams([TEAM]);
  const named = teamMessage(6, { mentions: [{ name: 'team' }] });
  const allowed = (notify: 'all' | 'mentions' | 'off') => {
    useTeams.setState({ list: [toListed(team({ notify }))] });
    return [named, { ...named, mentions_you: true }].map((sent) =>
      mayAnnounce(choices(), { kind: 'message', message: sent }, noon),
    );
  };
  expect(allowed('all')).toEqual([true, true]);
  expect(allowed('mentions')).toEqual([false, true]);
  expect(allowed('off')).toEqual([false, false]);
});

it('attributes a message to its sender', () => {
  const notice: ToastNotice = { kind: 'message', message: message(1) };
  expect(announcementOf(notice).kind).toBe('message');
  expect(mayAnnounce(choices({ muted_member_ids: [message(1).sender_id] }), notice, noon)).toBe(false);
});
