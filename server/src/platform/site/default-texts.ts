import type { SitePageName } from '@sangam/shared/app/site';
import type { Operator } from '../../config.js';

const runBy = ({ name, address }: Operator): string => {
  const operatorText = [name, address].filter((part) => part !== null).join(', ');
  return operatorText === ''
    ? 'The operator of this installation hasn’t published a name.'
    : `This installation is run by ${operatorText}.`;
};

const contact = ({ email }: Operator): string =>
  email === null ? 'There is no published contact address. Ask the person who invited you.' : `Write to ${email}.`;

const privacy = (operator: Operator, sendsEmails: boolean): string => `# Privacy

${runBy(operator)} This page says which personal data Sangam stores, for how long, and who can see it.

## What Sangam stores

- **Profile**: your name, picture, college, skills, links, and what you write about yourself. Your page is open to members you work or talk with, and to every member once you show yourself in Find people or post a project.
- **Projects**: visible to everyone until you delete them, with your name as the creator. Only members see the team.
- **Free hours**: the weekly hours you enter. Others see only the hours you have in common.
- **Email address**: visible to you, to your teammates, and to both sides of an approved interest. Sangam uses it to sign you in${sendsEmails ? ' and to email you' : ''}.
- **Password**: only as a hash (argon2id), which nobody can turn back into your password.
- **Sign-ins**: browser, system and network address of each session until 30 days after it expires, and of each sign-in for one year. Only you see them.
- **Messages, reactions and files**: visible to the members of the conversation, with no time limit. New members of a team can read its earlier messages. The earlier wording of an edited or deleted message is stored for 30 days, and longer as part of a report.
- **Join requests, invitations and interest**: visible to you and the project’s creator, with no time limit.
- **Presence**: when your devices were last active. You choose who sees it.
- **Notifications and activity**: read notifications for 90 days, everything else until your account is erased at the latest. Only you see them.
- **Settings**: notification choices, followed skills, dismissed suggestions, saved messages, muted and archived conversations, muted projects, and blocked members. Only you see them.
- **Reports**: what was reported, why and by whom, for a year after the decision. Only moderators see them.
- **Acceptance of the terms**: the version and the time. Your export has them.

The operator runs the database and can read everything in it except passwords.

Your browser stores your session and a copy of your recent data, so that Sangam works offline. Logging out deletes both.

Sangam removes location and camera details from the pictures you upload.

## What Sangam doesn’t do

- It shows no advertising and sells no data.
- It loads nothing from other companies and doesn’t count visitors. Its only cookies recognize a device you signed in on, and tie a sign-in through Google or GitHub to your browser.
- ${sendsEmails ? 'Emails contain no tracking pictures.' : 'It sends no email.'}

If you turn on push notifications, they reach your browser through its vendor’s push service. If you sign in with Google or GitHub, that company knows that you use Sangam.

## What you can choose

In the settings you choose who can message you first, who sees you online, who finds you by name or in Find people, and whether others see that you’ve read a message or are typing. You can block members.

## Export and deletion

You can download all your data in the settings at any time, and delete your account there. You have 30 days to come back. After that your profile, address, sign-ins and settings are erased; your messages stay with the people you wrote to, under the name Former member.

## Questions

${contact(operator)}
`;

const terms = (operator: Operator): string => `# Terms

${runBy(operator)} By creating an account you agree to these terms.

## Your account

- Use your own name and an email address that you have access to.
- Keep your password to yourself. You are responsible for what happens in your account until you report that someone else is using it.
- You can delete your account at any time in the settings.

## What you write

- Your projects, messages and files stay yours. You allow Sangam to store them and to show them to the people they are meant for.
- Don’t post anything you have no right to share.

## How to treat others

- No harassment, hate, threats or unwanted sexual content.
- No spam, no advertising, no fraud, and no pretending to be another person.
- Don’t attack the service, and don’t collect other members’ data with programs.

Members can report messages, members and projects. Moderators read what was reported, and can warn members, hide projects and suspend accounts.

## Teams

Sangam brings people together. Members agree among themselves how they work on a project and who owns the result.

## The service

Sangam is provided as it is. The operator may change or end it, and may change these terms. Accounts store which version they accepted.

## Questions

${contact(operator)}
`;

/** The answers about email; without a mail server, the operator reads the emails' links. */
const emailAnswers = (sendsEmails: boolean): string =>
  sendsEmails
    ? `- **Forgot your password?** Use “Forgot password?” on the sign-in page. The emailed link works for one hour.
- **Didn’t get an email?** Look in your spam folder, and check the address. You can send the email again from the page or the settings.`
    : `- **Forgot your password?** Use “Forgot password?” on the sign-in page, then ask the operator for your reset link. It works for one hour.
- **Waiting for an email?** This site sends none. The operator has the links that confirm an address or reset a password.`;

const support = (operator: Operator, sendsEmails: boolean): string => `# Support

${contact(operator)}

## Answers to common questions

${emailAnswers(sendsEmails)}
- **Is someone else using your account?** Reset your password. That logs out every device.
- **Is someone bothering you?** Block and report them from the conversation. They aren’t notified.
- **Found something that shouldn’t be here?** Report the message, the member or the project. Reports go to the moderators. You get a notification once a moderator has reviewed yours. The decision stays between the moderators and the member.
- **Want to leave?** Download your data in the settings first, then delete your account there. You have 30 days to come back.
- **Is your account suspended?** ${sendsEmails ? 'The email about it gives the reason' : 'Sign in to see the reason'}. Contact the operator if you think it’s wrong.
`;

const about = (operator: Operator): string => `# About Sangam

Sangam is where students and creators post projects, find the people to build them with, and talk while they build. A sangam is a confluence: the place where rivers meet.

- **Projects** say what is being built, which skills are needed and how many seats are free.
- **Join requests** bring people into teams. Each has a deadline for the creator’s answer.
- **Messages** arrive at once, and wait on your device while you are offline.

## Operator

${runBy(operator)} ${contact(operator)}

Sangam is free software under the MIT license.
`;

/** The texts of the pages where the operator has none: only what is true of every installation. */
export const defaultTexts: Record<SitePageName, (operator: Operator, sendsEmails: boolean) => string> = {
  privacy,
  terms,
  support,
  about,
};
