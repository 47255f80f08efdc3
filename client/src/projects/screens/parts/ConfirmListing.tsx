import { isolate } from '@sangam/shared/core/isolate';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { localDay, localTime } from '../../../lib/text/local-time';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { confirmProject } from '../../state/manage-project';
import type { ProjectEntity } from '../../state/project-table';

/** How long the project stays in the list, or since when it's unlisted, with a button that confirms it. */
export function ConfirmListing({ project, listed }: { project: ProjectEntity; listed: boolean }) {
  const { id, title, listed_until = '' } = project;
  const label = listed ? 'Still looking' : 'Show it again';
  const confirm = async () => {
    const answer = await confirmProject(id);
    if (answer.ok) toast.success('Shown in the list');
    else toast.error(actFailureText(answer.error, 'Failed to save the project'));
  };
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-muted text-sm">
        {listed
          ? `Shown in the list until ${localTime(listed_until)}`
          : `Not shown in the list since ${localDay(listed_until)}`}
      </p>
      <OnlineButton size="sm" aria-label={`${label}: ${isolate(title)}`} onClick={confirm}>
        {label}
      </OnlineButton>
    </div>
  );
}
