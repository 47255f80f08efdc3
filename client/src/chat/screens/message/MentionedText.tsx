import { mentionPartsOf } from '@sangam/shared/chat/mention-words';
import type { Mention } from '@sangam/shared/chat/mentions';
import { Fragment } from 'react';
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

/** A message's text with the members it mentions, by their present names. */
export function MentionedText({ text, mentions, me }: MentionedTextProps) {
  const Plain = ({ text: part }: { text: string }) =>
    mentionPartsOf(part, mentions).map((one, index) =>
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
  const isMine = mentions.some((one) => one.user_id === undefined || one.user_id === me);
  return (
    <span
      data-mention={user_id ?? 'team'}
      className={cx(
        'rounded-sm box-decoration-clone px-0.5 font-semibold',
        isMine ? 'bg-accent text-on-accent' : 'bg-surface text-fg',
      )}
    >
      @<MemberName id={another ? 0 : (user_id ?? 0)} name={known ?? name} />
    </span>
  );
}
