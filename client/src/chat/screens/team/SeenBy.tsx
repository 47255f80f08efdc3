import { useSession } from '../../../core/session/session';
import { Avatar } from '../../../ui/Avatar';
import { MemberName } from '../../../ui/MemberName';
import { Dialog } from '../../../ui/overlay/Dialog';
import { closeDialog, type MessageDialog } from '../../state/outbox/message-dialog';
import { conversationOf } from '../../state/outbox/outbox-order';
import { type Reader, readersIn, useTeamInfo } from '../../state/team/team-infos';
import { seenWords } from '../message/seen-words';

/** Names the members of the team who have seen a message, and those who haven't yet. */
export function SeenBy({ dialog: { target } }: { dialog: MessageDialog }) {
  const me = useSession((state) => state.user?.id ?? 0);
  const readers = readersIn(useTeamInfo(conversationOf(target)), me);
  const hasSeen = ({ readSeq }: Reader) => readSeq >= (target.seq ?? 0);
  const seen = readers.filter(hasSeen);
  return (
    <Dialog open onOpenChange={closeDialog} title={seenWords(seen.length, readers.length)}>
      <div className="grid gap-4">
        {seen.length > 0 && <Names title="Seen by" readers={seen} />}
        {seen.length < readers.length && (
          <Names title="Not yet" readers={readers.filter((reader) => !hasSeen(reader))} />
        )}
        <p className="text-muted text-sm">Members who hide read receipts aren’t listed.</p>
      </div>
    </Dialog>
  );
}

const Names = ({ title, readers }: { title: string; readers: readonly Reader[] }) => (
  <section>
    <h3 className="eyebrow mb-1">{title}</h3>
    <ul>
      {readers.map(({ id, name }) => (
        <li key={id} className="flex min-h-control items-center gap-3">
          <Avatar id={id} name={name} size="sm" />
          <MemberName id={id} name={name} className="min-w-0" />
        </li>
      ))}
    </ul>
  </section>
);
