import { useRef } from 'react';
import { Button } from '../../../ui/button/Button';

/** Opens the file chooser, or the camera of a phone. Files can also be dropped on the dialog, or pasted. */
export function ChoosePicture({ onFile }: { onFile: (file: File | undefined) => void }) {
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
        {/* Without a touch screen there's rarely a camera for it. */}
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
