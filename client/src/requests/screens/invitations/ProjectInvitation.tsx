import type { Invitation } from '@sangam/shared/requests/invitations';
import { useRef } from 'react';
import { useRest } from '../../../lib/hooks/use-still-rows';
import { Still } from '../../../ui/decision/StillRow';
import { InvitationAnswer, InvitationFacts } from './ReceivedInvitation';

interface ProjectInvitationProps {
  invitation: Invitation;
  /** Called after it has ended without the reader's answer, once the reader rests outside it. */
  onLeave: () => void;
}

/** The reader's invitation on the page of its project, in place of Join. The reader's own answer stays. */
export function ProjectInvitation({ invitation, onLeave }: ProjectInvitationProps) {
  const place = useRef<HTMLDivElement>(null);
  useRest(invitation.status === 'withdrawn', onLeave, place);
  return (
    <div ref={place} className="grid">
      <Still data-decision className="content-start gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <InvitationFacts invitation={invitation} />
        </div>
        <InvitationAnswer invitation={invitation} variant="primary" />
      </Still>
    </div>
  );
}
