import type { ConversationKey } from '../src/lib/links/chat-link';
import type { Actions, Actor } from './actions.js';
import type { Client } from './client.js';

/** The parts a sent message should have besides its text. */
export interface Sent {
  reply_to?: number;
  files?: number;
}

/** The acts done in a conversation, to compare with the end. */
interface Walked {
  /** The sent messages by `client_id`. */
  sent: Map<string, Sent & { content: string }>;
  deleted: Set<number>;
  /** Every text that a message may have, by its number. */
  said: Map<number, Set<string>>;
  /** The `client_id`s and numbers of acts that came around a departure, and may have been refused. */
  unsure: Set<string | number>;
}

/** A conversation in which members act. */
export interface Place {
  id: number;
  key: ConversationKey;
  /** The name, with which each text in it begins. */
  name: string;
  /** The present participants, a team's creator first. */
  members: Actor[];
  /** The team's project; null in a direct conversation. */
  projectId: number | null;
  /** The number of messages at first. */
  before: number;
  walked: Walked;
  /** The acts since all outboxes were last empty, and the members who have joined or left since then. */
  recent: { by: Actor; act: string | number }[];
  moved: Set<Actor>;
}

/** A member's device. */
export interface Device {
  by: Actor;
  client: Client;
}

/** Begins a conversation of these members: between two, or of a new project's team. */
export async function openPlace(
  actions: Actions,
  name: string,
  members: readonly Actor[],
  isTeam: boolean,
): Promise<Place> {
  const [first, second] = members as [Actor, Actor];
  let [id, projectId, before] = [0, null as number | null, 2];
  if (isTeam) {
    projectId = await actions.project(first, name);
    for (const member of members.slice(1)) await actions.join(member, first, projectId);
    id = await actions.teamOf(first, projectId);
    for (const by of [first, second]) await actions.writeIn(by, id, `${name}: before`);
  } else {
    const { data } = await actions.write(first, second, `${name}: before`);
    id = data.conversation_id ?? 0;
    await actions.write(second, first, `${name}: before`);
  }
  const walked: Walked = { sent: new Map(), deleted: new Set(), said: new Map(), unsure: new Set() };
  return { id, key: `c${id}`, name, members: [...members], projectId, before, walked, recent: [], moved: new Set() };
}

/** Notes an act, whose outcome is unsure if its member joins or leaves before all outboxes are empty. */
export const noteAct = (place: Place, by: Actor, act: string | number): void => void place.recent.push({ by, act });

/** Marks acts around joins and departures as unsure. Call it when all outboxes are empty. */
export function noteSettled(place: Place): void {
  for (const { by, act } of place.recent)
    if (place.moved.has(by) || !place.members.includes(by)) place.walked.unsure.add(act);
  place.recent = [];
  place.moved = new Set();
}
