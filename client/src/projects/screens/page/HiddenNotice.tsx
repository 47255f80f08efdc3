import { reportReasonWords } from '@sangam/shared/core/reports';
import { useEffect, useState } from 'react';
import { wireLabel } from '../../../lib/wire-label';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { Banner } from '../../../ui/page/Banner';
import { refreshPage, useProjectPages } from '../../state/project-pages';

/** Explains to the creator why a moderator hid the project, and what the creator can do. */
export function HiddenNotice({ projectId }: { projectId: number }) {
  const { hiddenReason: reason, moderatorMessage: words } = useProjectPages(({ byId }) => byId[projectId]?.data) ?? {};
  // Fetches the reason, which the event that hides a project doesn't have.
  const [isKnown] = useState(reason !== undefined);
  useEffect(() => {
    if (!isKnown) void refreshPage(projectId);
  }, [isKnown, projectId]);
  return (
    <Banner
      action={
        <ButtonLink to="/support" size="sm">
          Contact support
        </ButtonLink>
      }
    >
      <p>
        <strong className="font-medium">A moderator hid this project.</strong>
        {reason !== undefined && ` Reason: ${wireLabel(reportReasonWords, reason)}.`}
      </p>
      {words !== undefined && (
        <blockquote className="wrap-anywhere my-2 whitespace-pre-wrap border-line border-l-2 pl-3">{words}</blockquote>
      )}
      <p className="mt-1 text-muted">
        Its pending requests, interest and invitations have ended. You can edit it, but only a moderator can show it
        again. Have you corrected it, or do you think this is a mistake?
      </p>
    </Banner>
  );
}
