import type { TeamEvent } from '@sangam/shared/chat/teams';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';

/** Says what happened in a team, to this member: the member whom the sentence begins with, if any, and its other words. */
export function eventParts({ kind, user_id, user_name, word }: TeamEvent, me: number): { name: string; words: string } {
  const isMe = user_id === me;
  const name = isMe ? 'You' : (user_name ?? FORMER_MEMBER);
  switch (kind) {
    case 'joined':
      return { name, words: ' joined the team' };
    case 'left':
      return { name, words: ' left the team' };
    case 'removed':
      return { name, words: ` ${isMe ? 'were' : 'was'} removed from the team` };
    case 'creator_changed':
      return { name, words: ` ${isMe ? 'are' : 'is'} the new creator` };
    case 'renamed':
      return { name: '', words: `The project is now called “${word ?? ''}”` };
    case 'finished':
      return { name: '', words: 'The project was finished' };
    case 'reopened':
      return { name: '', words: 'The project was reopened' };
    case 'gone':
      return { name, words: ' left Sangam' };
  }
}

/** The same as one sentence. */
export function eventWords(event: TeamEvent, me: number): string {
  const { name, words } = eventParts(event, me);
  return name + words;
}
