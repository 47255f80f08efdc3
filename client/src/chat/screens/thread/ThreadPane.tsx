import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Suspense, useCallback, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { useIsBlocked } from '../../../contact/state/blocks';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { isGone } from '../../../core/api/errors';
import { showPresence } from '../../../core/realtime/on-screen';
import { refresh } from '../../../core/realtime/refresh';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useActing } from '../../state/outbox/acting';
import { dropUnsentMarks } from '../../state/outbox/unsent-marks';
import { threadOf, useThreads } from '../../state/thread/threads';
import { openThread } from '../../state/thread/threads.sync';
import { dropTarget } from '../attachments/take-files';
import { Composer } from '../composer/Composer';
import { Pins } from '../pins/Pins';
import { ThreadBody } from './ThreadBody';
import { ThreadHeader } from './ThreadHeader';

const BlockDialog = lazyPart(() => import('../../../contact/screens/BlockDialog'), 'BlockDialog');
const BlockedBar = lazyPart(() => import('../../../contact/screens/BlockedBar'), 'BlockedBar');
const DeleteMessage = lazyPart(() => import('../message/DeleteMessage'), 'DeleteMessage');
const EditComposer = lazyPart(() => import('../composer/EditComposer'), 'EditComposer');
const ReactionPicker = lazyPart(() => import('../reactions/ReactionPicker'), 'ReactionPicker');
const FormerMember = lazyPart(() => import('./FormerMember'), 'FormerMember');
const RequestBar = lazyPart(() => import('../composer/RequestBar'), 'RequestBar');
const MemberNotFound = lazyPart(() => import('./MemberNotFound'), 'MemberNotFound');

interface ThreadPaneProps {
  otherId: number;
  /** The number of the message that the address names; null for none. */
  target: number | null;
  /** Null until it is known whether there is such a member. */
  name: string | null;
  /** From whose page one came. */
  projectId?: number | undefined;
  onBack: () => void;
}

/** The open conversation. Mounted anew for each one. */
export function ThreadPane({ otherId, target, name, projectId, onBack }: ThreadPaneProps) {
  const gone = useThreads(({ byId }) => isGone(byId[otherId]?.error));
  const isBlocked = useIsBlocked(otherId);
  const acting = useActing(({ acting }) => (acting?.target.receiver_id === otherId ? acting : null));
  const request = useMessageRequest(otherId);
  const [isAsking, setAsking] = useState(false);
  const askToBlock = () => setAsking(true);
  const sync = useCallback(async () => {
    const answer = await openThread(otherId, target);
    if (answer.ok && target !== null && threadOf(otherId)?.target !== target)
      toast.error('Message not found', { id: 'message-not-found' });
    // What is shown is what was loaded before: the refresh asks again until it is up to date.
    if (!answer.ok && useThreads.getState().byId[otherId]?.status === 'ready') void refresh('gap');
  }, [otherId, target]);
  useEffect(() => {
    dropUnsentMarks(otherId);
    void sync();
    return () => void openThread(null);
  }, [sync, otherId]);
  useEffect(() => (gone ? undefined : showPresence([otherId])), [otherId, gone]);

  if (gone)
    return (
      <Suspense>
        <MemberNotFound onBack={onBack} />
      </Suspense>
    );
  return (
    <section
      aria-label={name === null ? 'Conversation' : `Conversation with ${name}`}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
      {...dropTarget(otherId)}
    >
      <ThreadHeader otherId={otherId} name={name} onBack={onBack} onBlock={askToBlock} />
      <Pins otherId={otherId} name={name ?? 'Member'} />
      <ThreadBody otherId={otherId} name={name ?? 'Member'} onRetry={sync} />
      {name === FORMER_MEMBER ? (
        <Suspense>
          <FormerMember />
        </Suspense>
      ) : name !== null && isBlocked ? (
        <Suspense>
          <BlockedBar otherId={otherId} name={name} />
        </Suspense>
      ) : name !== null && request !== null ? (
        <Suspense>
          <RequestBar otherId={otherId} name={name} request={request} onBlock={askToBlock} />
        </Suspense>
      ) : acting?.verb === 'edit' ? (
        <Suspense>
          <EditComposer key={acting.target.seq ?? acting.target.message} acting={acting} />
        </Suspense>
      ) : (
        name !== null && <Composer otherId={otherId} name={name} projectId={projectId} />
      )}
      {acting?.verb === 'react' && (
        <Suspense>
          <ReactionPicker acting={acting} />
        </Suspense>
      )}
      {name !== null && acting?.verb === 'delete' && (
        <Suspense>
          <DeleteMessage acting={acting} name={name} />
        </Suspense>
      )}
      {name !== null && isAsking && (
        <Suspense>
          <BlockDialog otherId={otherId} name={name} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}
