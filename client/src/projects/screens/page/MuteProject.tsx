import { Bell, BellOff } from 'lucide-react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { muteProject } from '../../../notices/state/change-choices';
import { useChoices, useIsProjectMuted } from '../../../notices/state/choices';
import { OnlineButton } from '../../../ui/button/OnlineButton';

/** Mutes or unmutes the project's notifications. */
export function MuteProject({ id }: { id: number }) {
  const sendsEmails = useChoices(({ data }) => data?.mails !== false);
  const muted = useIsProjectMuted(id);
  if (muted === undefined) return null;
  const Icon = muted ? Bell : BellOff;
  const toggle = async () => {
    const error = await muteProject(id, !muted);
    if (error) toast.error(actFailureText(error, 'Failed to change notifications'));
  };
  return (
    // Moves the button close to the report link above it.
    <div className="-mt-5 grid gap-1">
      <OnlineButton size="sm" variant="ghost" className="-ml-3 justify-self-start" onClick={toggle} data-toggles>
        <Icon aria-hidden className="size-4" />
        {muted ? 'Unmute this project' : 'Mute this project'}
      </OnlineButton>
      {muted && (
        <p className="text-faint text-sm">
          You won’t get push notifications{sendsEmails && ' or emails'}. Changes still appear in your notifications.
        </p>
      )}
    </div>
  );
}
