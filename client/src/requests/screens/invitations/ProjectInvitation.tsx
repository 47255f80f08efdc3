import type { Invitation } from '@sangam/shared/requests/invitations';
import { useRef } from 'react';
import { useWhenAtRest } from '../../../lib/hooks/use-still-rows';
import { Still } from '../../../ui/decision/StillRow';
import { InvitationAnswer, InvitationFacts } from './ReceivedInvitation';

interface ProjectInvitationProps {
  invitation: Invitation;
  /** Called once the invitation has ended without the reader's answer and the reader has left it. */
  onLeave: () => void;
}

/** The reader's invitation on the project's page, in place of Join. After the reader's own answer it stays. */
export function ProjectInvitation({ invitation, onLeave }: ProjectInvitationProps) {
  const area = useRef<HTMLDivElement>(null);
  useWhenAtRest(invitation.status === 'withdrawn', onLeave, area);
  return (
    <div ref={area} className="grid">
      <Still data-decision className="content-start gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <InvitationFacts invitation={invitation} />
        </div>
        <InvitationAnswer invitation={invitation} variant="primary" />
      </Still>
    </div>
  );
}
