import { Message } from '@sangam/shared/chat/messages';
import { expect, it } from 'vitest';
import { compile } from '../../platform/lib/validation.js';
import { messageJson, presentMessage } from './message-row.js';

const createdAt = '2026-03-10T12:00:00.000Z';
const row = { id: 9, conversation_id: 17, seq: 4, client_id: null, sender_id: 1, receiver_id: 2 };

const earlier = '2026-03-10T11:00:00.000Z';

it.each([
  { client_id: null, presence: 'active', is_online: true, last_active: createdAt },
  { client_id: '0b1d7d4e-6a4c-4d0a-9a4e-0a4b6f1c2d3e', presence: 'active', is_online: true, last_active: createdAt },
  { client_id: null, presence: { is_online: true, last_active: earlier }, is_online: true, last_active: earlier },
  { client_id: null, presence: { is_online: false, last_active: null }, is_online: false, last_active: null },
] as const)(
  'the text of a message is its wire shape (client_id $client_id, online: $is_online, $last_active)',
  ({ client_id, presence, is_online, last_active }) => {
    const content = 'quotes " and \\ and \u2028 and 👍';
    const name = 'A"sha';
    const { text } = messageJson({ ...row, client_id }, { content, sender_name: name }, presence, createdAt);
    const shown = {
      ...row,
      client_id,
      content,
      created_at: new Date(createdAt),
      sender_name: name,
      sender_is_online: is_online,
      last_active: last_active && new Date(last_active),
      change: null,
      edited_at: null,
      deleted_at: null,
      reply_to: null,
      project_id: null,
      project_title: null,
      team_title: null,
      attachments: null,
      mentions: null,
      reactions: null,
      pinned: null,
    };
    const presented = presentMessage(shown, row.receiver_id);
    expect(JSON.parse(text)).toEqual(presented);
    // A new message has no change fields, and fields that few messages have are added to the text later.
    const { change, edited_at, deleted_at, reply_to, attachments, reactions, pinned, ...others } = Message.properties;
    const { project_id, project_title, mentions, ...written } = others;
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(written));
    expect(compile(Message)(JSON.parse(text))).toBe(true);
  },
);

it.each([
  { content: 'Hi', sender_name: 'Asha', is: true },
  { content: 'नमस्ते', sender_name: 'Asha', is: false },
  { content: 'Hi', sender_name: 'René', is: false },
])('knows whether all of $content of $sender_name is ASCII', ({ content, sender_name, is }) => {
  expect(messageJson(row, { content, sender_name }, 'active', createdAt).isAscii).toBe(is);
});
