import { Type } from 'typebox';
import { Part, Version } from '../core/contract.js';
import { Data, Limit } from '../core/schemas.js';
import { chatLimits } from './limits.js';
import { ConversationsAnswer, UnreadConversationsAnswer, UnreadCountAnswer } from './messages.js';
import { SavedNumbers } from './saved-messages.js';
import { TeamsAnswer } from './teams.js';

export const chatRefreshQuery = {
  conversations: Type.Optional(Version),
  conversations_limit: Limit(chatLimits.conversationsPage, chatLimits.conversationsPageMax),
  teams: Type.Optional(Version),
  bell: Type.Optional(Version),
  bell_limit: Limit(chatLimits.unreadConversationsPage, chatLimits.unreadConversationsPageMax),
  saved: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'the version of the saved messages; without it their numbers are returned',
    }),
  ),
};

export const chatRefreshAnswer = {
  conversations: Part(ConversationsAnswer),
  teams: Part(TeamsAnswer),
  bell: Part(
    Data(
      Type.Object({
        ...UnreadCountAnswer.properties.data.properties,
        ...UnreadConversationsAnswer.properties.data.properties,
      }),
    ),
  ),
  saved: Type.Optional(SavedNumbers),
};
