import { Camera } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { usePictures } from '../../../ui/member-pictures';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { PictureDialogProps } from './PictureDialog';

const PictureDialog = lazyPart<'PictureDialog', PictureDialogProps>(() => import('./PictureDialog'), 'PictureDialog');

/** The member's own picture, with a button to change it. */
export function OwnAvatar({ id, name }: { id: number; name: string }) {
  const hasPicture = usePictures(({ byId }) => byId[id] !== undefined);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="relative shrink-0 pr-2 pb-2">
      <Avatar id={id} name={name} size="xl" />
      <span className="absolute -right-1 -bottom-1 flex overflow-hidden rounded-full border border-line bg-raised">
        <IconButton
          icon={Camera}
          label={hasPicture ? 'Change picture' : 'Add picture'}
          aria-haspopup="dialog"
          onClick={() => {
            setNeeded(true);
            setOpen(true);
          }}
        />
      </span>
      {needed && (
        <TakesKeyboard onLeave={close} fallback={open && <DialogLoading />} isAsked={open}>
          <PictureDialog id={id} name={name} hasPicture={hasPicture} open={open} onClose={close} />
        </TakesKeyboard>
      )}
    </div>
  );
}
