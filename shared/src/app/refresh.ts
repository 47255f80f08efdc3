import { Type } from 'typebox';
import { chatLimits } from '../chat/limits.js';
import { ConversationsAnswer, NotificationsAnswer, UnreadCountAnswer } from '../chat/messages.js';
import { SavedNumbers } from '../chat/saved-messages.js';
import { coreLimits } from '../core/limits.js';
import { Data, Limit, Strict } from '../core/schemas.js';
import { NotificationChoices } from '../notices/choices.js';
import { noticeLimits } from '../notices/limits.js';
import { InboxAnswer } from '../notices/notifications.js';
import { InterestsAnswer } from '../requests/interests.js';
import { JoinRequestsAnswer } from '../requests/join-requests.js';

const Version = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'opaque: from an earlier answer; without it the part is answered',
});

const requestsLimit = Limit(coreLimits.listPage, coreLimits.listPageMax);

/** The versions that the client holds, and how long each first page is to be, should it be answered. */
export const RefreshQuery = Strict({
  conversations: Type.Optional(Version),
  conversations_limit: Limit(chatLimits.conversationsPage, chatLimits.conversationsPageMax),
  bell: Type.Optional(Version),
  bell_limit: Limit(chatLimits.notificationsPage, chatLimits.notificationsPageMax),
  incoming_requests: Type.Optional(Version),
  incoming_requests_limit: requestsLimit,
  my_requests: Type.Optional(Version),
  my_requests_limit: requestsLimit,
  incoming_interests: Type.Optional(Version),
  incoming_interests_limit: requestsLimit,
  inbox: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the version of the inbox; without it the inbox is answered' }),
  ),
  inbox_limit: Limit(noticeLimits.inboxPage, noticeLimits.inboxPageMax),
  choices: Type.Optional(
    Type.Integer({ minimum: 0, description: 'the version of the choices; without it they are answered' }),
  ),
  saved: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'the version of the saved messages; without it their numbers are answered',
    }),
  ),
});

/** A part that is new, as its own call answers it. Absent: what the client holds is up to date. */
const Part = <T extends { properties: { data: Parameters<typeof Type.Object>[0][string] } }>(answer: T) =>
  Type.Optional(Type.Object({ version: Type.String(), data: answer.properties.data as T['properties']['data'] }));

export const RefreshAnswer = Data(
  Type.Object({
    conversations: Part(ConversationsAnswer),
    bell: Part(
      Data(
        Type.Object({
          ...UnreadCountAnswer.properties.data.properties,
          ...NotificationsAnswer.properties.data.properties,
        }),
      ),
    ),
    incoming_requests: Part(JoinRequestsAnswer),
    my_requests: Part(JoinRequestsAnswer),
    incoming_interests: Part(InterestsAnswer),
    inbox: Type.Optional(InboxAnswer.properties.data),
    inbox_version: InboxAnswer.properties.data.properties.version,
    choices: Type.Optional(NotificationChoices),
    saved: Type.Optional(SavedNumbers),
  }),
);
