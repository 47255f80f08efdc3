import type { TeamEvent } from '@sangam/shared/chat/teams';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';

/** Says what happened in a team, to this member. */
export function eventWords({ kind, user_id, user_name, word }: TeamEvent, me: number): string {
  const isMe = user_id === me;
  const who = isMe ? 'You' : (user_name ?? FORMER_MEMBER);
  switch (kind) {
    case 'joined':
      return `${who} joined the team`;
    case 'left':
      return `${who} left the team`;
    case 'removed':
      return `${who} ${isMe ? 'were' : 'was'} removed from the team`;
    case 'creator_changed':
      return `${who} ${isMe ? 'are' : 'is'} the new creator`;
    case 'renamed':
      return `The project is now called “${word ?? ''}”`;
    case 'finished':
      return 'The project was finished';
    case 'reopened':
      return 'The project was reopened';
    case 'gone':
      return `${who} left Sangam`;
  }
}
