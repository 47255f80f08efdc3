import { beforeEach, expect, it, vi } from 'vitest';
import './live/subjects';
import { decideMessageRequest } from '../chat/state/message-request-list';
import { chooseTeamNotify } from '../chat/sync/team-notify';
import { blockMember } from '../contact/sync/block';
import { setTokenSource } from '../core/api/client';
import { acceptSession, currentToken, dropSession } from '../core/session/session';
import { muteProject } from '../notices/state/change-choices';
import { readAllNotifications } from '../notices/state/change-notifications';
import { applyChoices } from '../notices/state/choices';
import { changePassword, endOtherSessions, unlinkProvider } from '../people/state/account';
import { editProfile } from '../people/state/edit-profile';
import { requestConfirmation } from '../people/state/own-account';
import { dismissMember } from '../people/state/suggested-people';
import { changeProjectState, deleteProject, removeMember } from '../projects/state/manage-project';
import { createProject } from '../projects/state/project-list';
import { leaveProject } from '../projects/state/project-pages';
import { projects } from '../projects/state/project-table';
import { cancelTransfer } from '../projects/sync/transfer-acts';
import { rejectSeveral } from '../requests/state/answer-several';
import { decideInterest, showInterest, withdrawInterest } from '../requests/state/interests';
import { answerInvitation, invite } from '../requests/state/invitation-acts';
import { createJoinRequest, decideJoinRequest, requests, withdrawJoinRequests } from '../requests/state/requests';
import { answerSeatOffer, stayOnWaitlist } from '../requests/state/waitlist';
import { fakeStorage } from '../testing/fake-server';
import { choices, joinRequest, member, OTHER, project, TEAM_KEY } from '../testing/samples';
import { decideCase, liftFrom } from '../trust/state/moderation';
import { sendReport } from '../trust/sync/send-report';

/** Writes of every subject. */
const writes: Record<string, () => unknown> = {
  'an answered message request': () => decideMessageRequest(OTHER, 'accepted'),
  'a choice of a team’s notifications': () => chooseTeamNotify(TEAM_KEY, 'off'),
  'a block': () => blockMember(OTHER),
  'a muted project': () => muteProject(7, true),
  'read notifications': readAllNotifications,
  'a new password': () => changePassword({ current_password: 'a', password: 'b' }),
  'another link to confirm an address': requestConfirmation,
  'ended sessions': endOtherSessions,
  'an unlinked provider': () => unlinkProvider('google', ''),
  'a profile': () => editProfile({ listed: true }),
  'a dismissed suggestion': () => dismissMember(OTHER),
  'a closed project': () => changeProjectState(7, 'closed'),
  'a deleted project': () => deleteProject(7),
  'a removed member': () => removeMember(7, OTHER, ''),
  'a new project': () => createProject({ title: 'T', description: 'D', category: 'other' }, 'key'),
  'a departure': () => leaveProject(7),
  'a cancelled transfer': () => cancelTransfer(7),
  'several rejections': () => rejectSeveral([joinRequest({ id: 5 })], {}),
  'an interest': () => showInterest(7),
  'a withdrawn interest': () => withdrawInterest(6),
  'a decided interest': () => decideInterest({ id: 6, project_id: 7 }, 'approved'),
  'an invitation': () => invite(7, { user_id: OTHER }),
  'an answered invitation': () => answerInvitation(8, 'accepted'),
  'a join request': () => createJoinRequest({ project_id: 7 }),
  'a decided join request': () => decideJoinRequest(5, 'accepted'),
  'withdrawn join requests': () => withdrawJoinRequests([5]),
  'an answered seat offer': () => answerSeatOffer(5, 'accepted'),
  'a longer wait': () => stayOnWaitlist(5),
  'a report': () => sendReport({ kind: 'member', id: OTHER, reason: 'spam' }),
  'a decided report': () => decideCase(1, { decision: 'nothing', note: '' } as never),
  'a lifted suspension': () => liftFrom(1, { userId: OTHER }, ''),
};

const refused = (status: number, code: string) => () =>
  Promise.resolve(Response.json({ success: false, code, message: code }, { status }));
const answers: Record<string, () => Promise<Response>> = {
  'a conflict': refused(409, 'ALREADY_DECIDED'),
  'a rate limit': refused(429, 'RATE_LIMITED'),
  'a busy server': refused(503, 'BUSY'),
  'a lost connection': () => Promise.reject(new TypeError('fetch failed')),
  success: () =>
    Promise.resolve(
      Response.json({
        success: true,
        data: { request: joinRequest(), requests: [joinRequest()], project: project(7), project_id: 7, title: 'T' },
      }),
    ),
};

let calls: string[];
let release: () => void;

beforeEach(() => {
  fakeStorage();
  setTokenSource(currentToken);
  acceptSession({ token: 'of the member', user: member });
  applyChoices(choices({ version: 1 }));
  calls = [];
  return () => setTokenSource(() => null);
});

it.each(
  Object.entries(answers).flatMap(([answer, reply]) =>
    Object.entries(writes).map(([write, act]) => ({ answer, reply, write, act })),
  ),
)('the next member’s page ignores $answer to $write', async ({ reply, act }) => {
  const released = new Promise<void>((done) => {
    release = done;
  });
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    await released;
    return reply();
  });
  const done = act();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  dropSession('logout');
  acceptSession({ token: 'of the next', user: { ...member, id: OTHER } });
  release();
  await done;
  expect(calls).toHaveLength(1);
  expect([requests.use.getState().byId, projects.use.getState().byId]).toEqual([{}, {}]);
});
