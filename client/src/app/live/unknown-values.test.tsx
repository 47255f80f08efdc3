import { noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import { hasPage, notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import type { AccountEntry } from '@sangam/shared/people/account';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { PrivacyCard } from '../../contact/screens/PrivacyCard';
import { useSite } from '../../core/site/site';
import { ready } from '../../core/store/loadable';
import { NotificationChoices } from '../../notices/screens/choices/NotificationChoices';
import { activityWords } from '../../people/screens/account/AccountActivity';
import { SignInsCard } from '../../people/screens/account/SignInsCard';
import { OauthButtons } from '../../people/screens/sign-in/OauthButtons';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { invitationWord, sentInvitationWord } from '../../requests/screens/invitations/invitation-words';
import { CreatorNote } from '../../requests/screens/parts/reject-reasons';
import { interestWord, requestWord } from '../../requests/screens/parts/request-details';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { choices, joinRequest, member, project } from '../../testing/samples';
import { actWords, subjectWords } from '../../trust/screens/moderation/report-words';
import { shownAchievements } from '../achievements/achievements';
import { ActivityFeed } from '../dashboard/ActivityFeed';
import { useDashboard } from '../dashboard/dashboard-store';

const at = '2026-01-01T10:00:00.000Z';

/** A value that only a newer server knows, where the types name all that this version does. */
const newer = (value: string) => value as never;

describe('words for a value that only newer servers know', () => {
  const entry = (kind: string, details: object) => ({ id: 1, at, kind, details }) as unknown as AccountEntry;
  const earned = () => shownAchievements([newer('first_talk')], member).filter(({ isEarned }) => isEarned);
  it.each<[value: string, words: () => unknown, expected: unknown]>([
    ['a request’s status', () => requestWord({ status: newer('on_hold') }), 'on_hold'],
    ['why a request ended', () => requestWord({ status: 'withdrawn', ended_by: newer('moved_away') }), 'moved_away'],
    ['an interest’s status', () => interestWord({ status: newer('noted') }), 'noted'],
    ['why an interest ended', () => interestWord({ status: 'denied', ended_by: newer('moved_away') }), 'moved_away'],
    ['an invitation’s status', () => invitationWord({ status: newer('on_hold') }), 'on_hold'],
    [
      'why an invitation ended',
      () => sentInvitationWord({ status: 'withdrawn', ended_by: newer('moved_away') } satisfies Partial<Invitation>),
      'Withdrawn',
    ],
    [
      'a reported subject',
      () => subjectWords({ kind: newer('comment'), member, title: null }),
      `comment from ${member.name}`,
    ],
    [
      'a moderator’s act',
      () => actWords({ id: 1, at, by: null, kind: 'member:muted', reason: newer('fraud') }),
      'member:muted: fraud',
    ],
    ['account activity', () => activityWords(entry('key:added', {})), 'Your account was changed'],
    ['a way to sign in', () => activityWords(entry('session:begun', { way: 'passkey' })), 'Signed in'],
    ['a reason', () => activityWords(entry('member:warned', { reason: 'fraud' })), 'Warning from a moderator (fraud)'],
    [
      'a part of a page',
      () => activityWords(entry('page:removed', { parts: ['banner'] })),
      'A moderator removed your banner',
    ],
    ['a provider', () => activityWords(entry('provider:linked', { provider: 'apple' })), 'Sign-in with apple added'],
    ['an achievement', earned, [{ title: 'first_talk', text: 'Earned', isEarned: true }]],
    ['a notification’s kind', () => notificationWords({ kind: 'seat:lent' }), ''],
    [
      'a notification’s link',
      () => [notificationLink({ kind: 'seat:lent', project_id: 7, subject_id: 1 }), hasPage({ kind: 'seat:lent' })],
      ['/projects/7', true],
    ],
    ['a notification’s group', () => noticeKindOf('seat:lent').group, 'team'],
  ])('%s', (_, words, expected) => expect(words()).toEqual(expected));
});

describe('a screen with a value that only newer servers know', () => {
  const signIn = { provider: newer('apple'), linked_at: null, is_offered: true };
  const account = { email: member.email, email_verified: true, new_email: null, has_password: true };
  const line = {
    ...{ id: 1, type: newer('talk'), icon: newer('Mic'), time: at },
    message: 'Somebody gave a talk',
    project_id: null,
    user_id: null,
  };
  const shown: [value: string, screen: () => ReactElement, text: RegExp][] = [
    [
      'a project’s category',
      () => <ProjectCard project={project(7, { category: newer('robotics-club') })} when="" />,
      /robotics-club/u,
    ],
    [
      'a reason for rejecting',
      () => <CreatorNote request={joinRequest({ decline_reason: newer('too_late') })} />,
      /too_late/u,
    ],
    ['the readers of a choice', () => <PrivacyCard />, /classmates(.*classmates){2}/u],
    ['a pace of emails', () => <NotificationChoices />, /every_week/u],
    ['a provider to sign in with', () => <OauthButtons />, /apple/u],
    [
      'a provider to link',
      () => (
        <SignInsCard email={member.email} account={{ ...account, providers: [], sessions: [], sign_ins: [signIn] }} />
      ),
      /apple/u,
    ],
    ['an activity', () => <ActivityFeed />, /Somebody gave a talk/u],
  ];
  it.each(shown)('%s', async (_, element, text) => {
    const to = { contact_from: newer('classmates'), presence_for: newer('classmates'), found_by: newer('classmates') };
    const data = choices({ ...to, mails: true, mail_pace: newer('every_week') });
    fakeServer({ 'GET /api/notification-choices': () => ({ body: { success: true, data } }) });
    useSite.setState(ready({ sign_in: [newer('apple')], terms_version: 'x', mails: true }));
    useDashboard.setState({ activity: ready({ lines: [line], hasMore: false }) });
    show(element(), { as: member });
    await waitFor(() => expect(document.body.textContent).toMatch(text));
    expect(document.body.textContent).not.toMatch(/undefined|\[object/u);
  });
});
