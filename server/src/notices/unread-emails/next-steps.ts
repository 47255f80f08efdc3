import type { NoticeKind } from '@sangam/shared/notices/notification-kinds';

const seeWhenToAsk = 'The project’s page says when you can ask again.';
const otherProjects = 'Other projects may need your skills.';
const answerRequest = 'If you don’t answer in time, the request ends.';
const answerInterest = 'If you don’t answer in time, their interest ends.';
const nextOnWaitlist = 'The next applicant on the waitlist gets it, if there is one.';
const nothingToDo = 'You don’t need to do anything.';

/** Kinds about a moderator's decision, which has an email of its own, whatever the member chose. */
export const kindsWithOwnEmail = ['project:hidden', 'account:warned'] as const satisfies NoticeKind[];
type KindWithOwnEmail = (typeof kindsWithOwnEmail)[number];

/**
 * The sentence below the only item of an email, if that has neither a deadline nor text by a member. Mail programs show it after the subject.
 * It says what happens next, or what the reader can do.
 */
export const nextSteps: Record<Exclude<NoticeKind, KindWithOwnEmail>, string> = {
  message: 'Read and answer in the conversation.',
  'request:received': answerRequest,
  'request:reminder': answerRequest,
  'request:last_day': answerRequest,
  'request:withdrawn': nothingToDo,
  'request:lapsed': 'Applicants see how often you answer in time.',
  'request:accepted': 'You have a seat in the team and can read its chat.',
  'request:rejected': 'The project’s page shows the creator’s reason, if they gave one, and when you can ask again.',
  'request:reopened': 'Your request is pending again.',
  'request:moved': 'The project has a new creator. Your request is still pending.',
  'request:unanswered': otherProjects,
  'request:ended': otherProjects,
  'line:placed': 'You’ll get a notification when a seat is free for you.',
  'seat:offered': 'Accept or decline it on the project’s page.',
  'seat:missed': otherProjects,
  'seat:declined': nextOnWaitlist,
  'seat:lapsed': nextOnWaitlist,
  'question:received': 'Answer in the conversation.',
  'interest:received': answerInterest,
  'interest:reminder': answerInterest,
  'interest:last_day': answerInterest,
  'interest:withdrawn': nothingToDo,
  'interest:lapsed': 'Applicants see how often you answer in time.',
  'interest:approved': 'You can now see each other’s email address.',
  'interest:denied': seeWhenToAsk,
  'interest:moved': 'The project has a new creator. Your interest is still pending.',
  'interest:unanswered': otherProjects,
  'interest:ended': otherProjects,
  'invitation:received': 'Accept or decline it on the project’s page.',
  'invitation:reminder': 'Accept or decline it on the project’s page.',
  'invitation:last_day': 'Accept or decline it on the project’s page.',
  'invitation:unanswered': 'You can still ask to join.',
  'invitation:ended': otherProjects,
  'invitation:accepted': 'They have a seat in your team.',
  'invitation:declined': 'You can invite other members.',
  'invitation:lapsed': 'You can invite other members.',
  'seat:joined': 'Say hello in the team’s chat.',
  'seat:left': 'Their seat goes to the next applicant on the waitlist, if there is one.',
  'seat:removed':
    'You can’t read the team’s chat anymore. The project’s page shows the creator’s note, if they left one.',
  'offer:received': 'Accept or decline the transfer on the project’s page.',
  'offer:leaving': 'The first member of the team to accept becomes its creator.',
  'offer:taken_back': nothingToDo,
  'offer:declined': 'You’re still the creator, and can ask another member of the team.',
  'project:taken_over': 'They now manage the project and answer its requests.',
  'project:left': 'You can still read the project’s page and the team’s chat.',
  'waitlist:reminder': 'If you don’t answer, your request leaves the waitlist.',
  'waitlist:last_day': 'If you don’t answer, your request leaves the waitlist.',
  'waitlist:lapsed': 'You can ask to join again.',
  'project:unlisted':
    'Projects stay listed for 14 days. If you’re still looking for members, show it again from its page.',
  'project:shown': 'Everyone can find and open it again.',
  'team:hidden': 'Only its team sees it now. You can still read its page and the team’s chat.',
  'team:shown': 'Everyone can find and open it again.',
  'project:unavailable': 'Your request, interest or invitation has ended.',
  'report:received': 'One decision covers all reports about the same subject.',
  'report:reviewed': 'Thank you for reporting. The decision stays between the moderators and the member.',
  'projects:new': 'They need skills that you follow.',
};
