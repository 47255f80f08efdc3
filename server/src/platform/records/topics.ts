/**
 * What one notice on a device is about: a conversation or a notification. `chat:{id of the other member}`, `inbox:{id of the
 * notification}`.
 */
export type Topic = `${'chat' | 'inbox'}:${number}`;

/** What changed for whom. */
export interface Changed {
  user_id: number;
  topic: Topic;
}

/** The part before the colon, and the id. */
export function readTopic(topic: string): { about: 'chat' | 'inbox'; id: number } {
  const [, about, id] = /^(chat|inbox):(\d+)$/u.exec(topic) ?? [];
  if (about === undefined) throw new Error('not a topic');
  return { about: about as 'chat' | 'inbox', id: Number(id) };
}
