import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Dialog } from '../../../ui/overlay/Dialog';
import { removePicture } from '../../state/own-picture';
import { CropPicture } from './CropPicture';
import { type ChosenPicture, closePicture, openPicture } from './chosen-picture';

export interface PictureDialogProps {
  id: number;
  name: string;
  hasPicture: boolean;
  open: boolean;
  onClose: () => void;
}

const NO_PICTURE = 'This file can’t be opened as a picture. Choose a JPEG, PNG, WebP or GIF.';

/** Lets the member choose a picture, cut a square out of it and save it, or remove theirs. */
export function PictureDialog({ id, name, hasPicture, open, onClose }: PictureDialogProps) {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [error, setError] = useState('');
  const last = useRef(0);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    last.current += 1;
    const turn = last.current;
    const opened = await openPicture(file);
    // Another one was chosen while this one was opened, or the dialog was closed.
    if (turn !== last.current) {
      if (opened) closePicture(opened);
      return;
    }
    setError(opened ? '' : NO_PICTURE);
    if (opened) setChosen(opened);
  };
  const close = () => {
    last.current += 1;
    setChosen(null);
    setError('');
    onClose();
  };
  useEffect(() => () => void (chosen && closePicture(chosen)), [chosen]);
  useEffect(() => {
    if (!open) return;
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])][0];
      if (file) void choose(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });

  const remove = async () => {
    const failure = await removePicture(id);
    if (failure)
      return setError(
        failure.kind === 'network'
          ? 'Couldn’t remove your picture. Check your connection and try again.'
          : errorText(failure, 'Couldn’t remove your picture. Try again.'),
      );
    toast.success('Picture removed');
    close();
  };

  return (
    <Dialog open={open} onOpenChange={close} title={chosen ? 'Position your picture' : 'Your picture'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of several ways to choose a file */}
      <div
        className="grid gap-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files[0]);
        }}
      >
        {chosen ? (
          <CropPicture key={chosen.url} picture={chosen} onSaved={close} onAnother={() => setChosen(null)} />
        ) : (
          <>
            <div className="flex items-center gap-4">
              <Avatar id={id} name={name} size="xl" />
              <p className="min-w-0 text-muted text-sm">
                Members who can open your page see it next to your name. Without a picture, they see your initials.
              </p>
            </div>
            <ChoosePicture onFile={choose} />
            {hasPicture && (
              <OnlineButton ref={passFocusOn} variant="ghost" onClick={remove} className="justify-self-start">
                Remove picture
              </OnlineButton>
            )}
          </>
        )}
        {error !== '' && (
          <p role="alert" className="text-danger-text text-sm">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Opens the file chooser, or the camera of a phone. Files can also be dropped on the dialog, or pasted. */
function ChoosePicture({ onFile }: { onFile: (file: File | undefined) => void }) {
  const file = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    'aria-hidden': true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      onFile(currentTarget.files?.[0]);
      // Lets the same file be chosen again.
      currentTarget.value = '';
    },
  };
  return (
    <div className="grid justify-items-center gap-3 rounded-md border border-control border-dashed p-5 text-center">
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="primary" onClick={() => file.current?.click()}>
          Choose picture
        </Button>
        {/* Devices without a touch screen rarely have a camera for this. */}
        <Button onClick={() => camera.current?.click()} className="pointer-fine:hidden">
          Take photo
        </Button>
      </div>
      <p className="text-muted text-sm pointer-coarse:hidden">or drop or paste one here</p>
      <input ref={file} {...input} />
      <input ref={camera} {...input} capture="user" />
    </div>
  );
}
