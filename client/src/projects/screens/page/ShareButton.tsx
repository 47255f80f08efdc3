import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { IconButton } from '../../../ui/button/IconButton';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { ShareDialogProps } from './ShareDialog';

// Loaded late: few visits need it, and it has the code that draws QR codes.
const ShareDialog = lazyPart<'ShareDialog', ShareDialogProps>(() => import('./ShareDialog'), 'ShareDialog');

/** Opens the share dialog, for everybody who can see the project. */
export function ShareButton({ project }: Pick<ShareDialogProps, 'project'>) {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const ask = () => {
    setNeeded(true);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <IconButton icon={Share2} label="Share project" aria-haspopup="dialog" onClick={ask} className="-mr-3" />
      {needed && (
        <TakesKeyboard onLeave={close} fallback={open && <DialogLoading />} isAsked={open}>
          <ShareDialog project={project} open={open} onClose={close} />
        </TakesKeyboard>
      )}
    </>
  );
}
