import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type ApiError, errorText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { DialogActions } from '../../../ui/overlay/Dialog';
import { savePicture } from '../../state/own-picture';
import { CropFrame } from './CropFrame';
import { type ChosenPicture, drawCrop } from './chosen-picture';
import { placeOf, wholeCrop, ZOOM_MAX, zoomCrop } from './crop';

interface CropPictureProps {
  picture: ChosenPicture;
  onSaved: () => void;
  onAnother: () => void;
}

/** After this time, the dialog says that the upload is still running. */
const SLOW_MS = 6_000;

const failureOf = (error: ApiError): string => {
  if (error.kind !== 'network') return errorText(error, 'Couldn’t save your picture. Try again.');
  return navigator.onLine
    ? 'Couldn’t save your picture. Check your connection and try again.'
    : 'You’re offline. Your picture isn’t saved. Try again once you’re online.';
};

/** Cuts a square out of a picture, previews it, and uploads it. After a failure everything stays, to try again. */
export function CropPicture({ picture, onSaved, onAnother }: CropPictureProps) {
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const [error, setError] = useState('');
  const [isSlow, setIsSlow] = useState(false);
  const upload = useRef<AbortController>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const save = async () => {
    setError('');
    const content = await drawCrop(picture, crop);
    if (content === null) return setError('This browser couldn’t crop the picture. Choose a smaller one.');
    const running = new AbortController();
    upload.current = running;
    const slow = setTimeout(() => setIsSlow(true), SLOW_MS);
    const failure = await savePicture(content, running.signal);
    clearTimeout(slow);
    if (running.signal.aborted) return;
    setIsSlow(false);
    if (failure) return setError(failureOf(failure));
    toast.success('Picture saved');
    onSaved();
  };

  return (
    <>
      <CropFrame picture={picture} crop={crop} onCrop={setCrop} />
      <label className="grid gap-1 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
          onChange={({ target }) => setCrop(zoomCrop(picture, crop, Number(target.value)))}
          className="min-h-control w-full accent-accent"
        />
      </label>
      <div className="flex items-center gap-3 text-muted text-sm">
        <span>Preview</span>
        {['size-20', 'size-8'].map((size) => (
          <span key={size} aria-hidden className={`relative shrink-0 overflow-hidden rounded-full bg-[#fff] ${size}`}>
            <img src={picture.url} alt="" className="absolute max-w-none" style={placeOf(picture, crop)} />
          </span>
        ))}
      </div>
      <p role="status" className="text-muted text-sm empty:absolute">
        {isSlow && 'Still uploading. A slow connection can take a minute.'}
      </p>
      {error !== '' && (
        <p role="alert" className="text-danger-text text-sm">
          {error}
        </p>
      )}
      <DialogActions>
        <Button onClick={onAnother}>Choose another</Button>
        <OnlineButton variant="primary" onClick={save}>
          Save picture
        </OnlineButton>
      </DialogActions>
    </>
  );
}
