import { Message } from '@sangam/shared/contract/messages';
import { expect, it } from 'vitest';
import { compile } from '../../lib/validation.js';
import { messageJson, presentMessage } from './present.js';

const createdAt = '2026-03-10T12:00:00.000Z';
const row = { id: 9, seq: 4, client_id: null, sender_id: 1, receiver_id: 2 };

it.each([null, '0b1d7d4e-6a4c-4d0a-9a4e-0a4b6f1c2d3e'])(
  'the text of a message is its wire shape (client_id %s)',
  (client_id) => {
    const content = 'quotes " and \\ and \u2028 and 👍';
    const name = 'A"sha';
    const text = messageJson({ ...row, client_id }, JSON.stringify(content), JSON.stringify(name), createdAt);
    const presented = presentMessage({
      ...row,
      client_id,
      content,
      created_at: new Date(createdAt),
      sender_name: name,
      sender_is_online: true,
      last_active: new Date(createdAt),
      change: null,
    });
    expect(JSON.parse(text)).toEqual(presented);
    // One that was just written has not changed.
    const { change, ...written } = Message.properties;
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(written));
    expect(compile(Message)(JSON.parse(text))).toBe(true);
  },
);
