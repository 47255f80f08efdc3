import { mentionPartsOf } from '@sangam/shared/chat/mention-words';
import type { Mention } from '@sangam/shared/chat/mentions';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Fragment } from 'react';
import { LINKS_MAX } from '../../../lib/text/linkify';
import { members } from '../../../people/state/members';
import { cx } from '../../../ui/cx';
import { LinkedText } from '../../../ui/LinkedText';
import { MemberName } from '../../../ui/MemberName';
import { FormattedText } from './FormattedText';

interface MentionedTextProps {
  text: string;
  mentions: readonly Mention[];
  /** The reader, whose own mentions stand out. */
  me: number;
}

type Part = ReturnType<typeof mentionPartsOf>[number];
/** The maximum number of mentions and texts between them: as many mentions as a text may have links. */
const PARTS_MAX = 2 * LINKS_MAX;

/** Returns the first parts, with all later mentions as text. */
function firstParts(parts: readonly Part[]): readonly Part[] {
  if (parts.length <= PARTS_MAX) return parts;
  const rest = parts.slice(PARTS_MAX).map((part) => ('mention' in part ? `@${part.mention.name}` : part.text));
  return [...parts.slice(0, PARTS_MAX), { text: rest.join('') }];
}

/** A message's text with the members it mentions, by their present names. */
export function MentionedText({ text, mentions, me }: MentionedTextProps) {
  const Plain = ({ text: part }: { text: string }) =>
    firstParts(mentionPartsOf(part, mentions)).map((one, index) =>
      'mention' in one ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        <Named key={index} mentions={mentions.filter(({ name }) => name === one.mention.name)} me={me} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        <Fragment key={index}>
          <LinkedText text={one.text} />
        </Fragment>
      ),
    );
  return <FormattedText text={text} Plain={Plain} />;
}

/** A mention of one member, of all members of a name, or of the whole team. */
function Named({ mentions, me }: Omit<MentionedTextProps, 'text'>) {
  const [{ user_id, name } = { name: '' }, another] = mentions;
  const known = members.use(({ byId }) => (user_id === undefined || another ? undefined : byId[user_id]?.name));
  const shown = known ?? name;
  const isMine = mentions.some((one) => one.user_id === undefined || one.user_id === me);
  return (
    <span
      data-mention={user_id ?? 'team'}
      className={cx(
        'rounded-sm box-decoration-clone px-0.5 font-semibold',
        isMine ? 'bg-accent text-on-accent' : 'bg-surface text-fg',
      )}
    >
      {/* The sign is part of the name, so that it stays before it in a text of the other direction. */}
      <MemberName id={another ? 0 : (user_id ?? 0)} name={`@${shown}`} isGone={shown === FORMER_MEMBER} />
    </span>
  );
}
