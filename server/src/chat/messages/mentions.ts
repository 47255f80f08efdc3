import { chatLimits, chatServerLimits } from '@sangam/shared/chat/limits';
import { mentions, TEAM_MENTION } from '@sangam/shared/chat/mention-words';
import type { Mention } from '@sangam/shared/chat/mentions';
import { dayMs } from '@sangam/shared/core/limits';
import { findNames } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { countTeamMentions, lockTeamMentions, type MentionsNow, replaceMentions } from './mentions.queries.js';
import type { StoredRow } from './message-row.js';

const isTeam = ({ user_id }: Mention): boolean => user_id === undefined;

/**
 * Keeps mentions of the team as `@team` and of participants by their current names. If a client knows an older name, it stays plain text:
 * another member might have that name.
 */
async function withCurrentNames(
  trx: Trx,
  sent: readonly Mention[],
  participants: readonly number[],
): Promise<readonly Mention[]> {
  if (sent.length === 0) return sent;
  const names = await findNames(trx, participants);
  return sent.filter(({ user_id, name }) => name === (user_id === undefined ? TEAM_MENTION : names.get(user_id)));
}

/** The valid mentions of a new message whose names are in its text. */
export const mentionsIn = async (
  trx: Trx,
  content: string,
  sent: readonly Mention[],
  participants: readonly number[],
): Promise<Mention[]> =>
  (await withCurrentNames(trx, sent, participants)).filter(({ name }) => mentions(content, name));

/** Refuses to mention the whole team more often than a member may in a day. */
export async function refuseTeamMention(
  trx: Trx,
  userId: number,
  mentioned: readonly Mention[],
  now: Date,
): Promise<Fail | null> {
  if (!mentioned.some(isTeam)) return null;
  // The member may mention several teams at once.
  await lockTeamMentions(trx, userId);
  const since = new Date(now.getTime() - dayMs);
  if ((await countTeamMentions(trx, userId, since)) < chatServerLimits.teamMentionsPerDay) return null;
  const message = `You can mention the whole team ${chatServerLimits.teamMentionsPerDay} times a day. Mention members by name instead.`;
  return invalid([{ field: 'mentions', message }]);
}

/** Earlier mentions that are remembered with a message, in case their text comes back. */
const FORMER_MAX = 100;

/** An edit of a message to a team. */
interface Edit {
  message: StoredRow;
  /** The new text, and the mentions that come with it. */
  content: string;
  mentions: readonly Mention[] | undefined;
  participants: readonly number[];
  at: Date;
}

/**
 * Stores a message's mentions after an edit, and takes back those that the edit removed. Returns whether the mentions changed, and the
 * members whom the message mentions for the first time.
 */
export async function editMentions(
  trx: Trx,
  { message, content, mentions: sent = [], participants, at }: Edit,
): Promise<Result<{ isChanged: boolean; mentioned: readonly number[] }>> {
  const stored = message.mentions ?? [];
  const valid = await withCurrentNames(trx, sent, participants);
  const mentionsNow = mentionsOf(stored, message.content, { content, valid });
  const { now, added } = mentionsNow;
  const before = stored.filter(({ name }) => mentions(message.content, name));
  if (added.length === 0 && now.length === before.length) return ok({ isChanged: false, mentioned: [] });
  const isTeamNew = added.some(isTeam) && !stored.some(isTeam);
  const refusal = isTeamNew ? await refuseTeamMention(trx, message.sender_id, added, at) : null;
  if (refusal) return refusal;
  return ok({ isChanged: true, mentioned: await replaceMentions(trx, message, mentionsNow, at) });
}

function mentionsOf(
  stored: readonly Mention[],
  before: string,
  { content, valid }: { content: string; valid: readonly Mention[] },
): MentionsNow {
  const isStored = (mention: Mention) =>
    stored.some(({ user_id, name }) => user_id === mention.user_id && name === mention.name);
  const candidates = [...stored, ...valid.filter((mention) => !isStored(mention))];
  const now = candidates.filter(({ name }) => mentions(content, name)).slice(0, chatLimits.mentionsMax);
  return {
    now,
    added: now.filter((mention) => !isStored(mention) || !mentions(before, mention.name)),
    former: stored.filter((mention) => !now.includes(mention)).slice(0, FORMER_MAX),
  };
}
