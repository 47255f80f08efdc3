import type { Attachment } from '@sangam/shared/chat/attachments';
import { useState } from 'react';
import { Picture } from './Picture';

interface CoveredPictureProps {
  file: Attachment;
  size: { width: number; height: number };
  onView: () => void;
}

/** A stranger's picture: its few pixels, blurred, until the reader wants to see it. Nothing else of it is fetched before. */
export function CoveredPicture({ file, size, onView }: CoveredPictureProps) {
  const [isCovered, setCovered] = useState(true);
  if (!isCovered) return <Picture file={file} size={size} onView={onView} />;
  return (
    <button
      type="button"
      onClick={() => setCovered(false)}
      style={size}
      className="relative block max-w-full shrink-0 overflow-hidden rounded-lg bg-hover"
      aria-label={`Show picture ${file.name}`}
    >
      {file.preview && (
        <img src={file.preview} alt="" className="absolute inset-0 size-full scale-125 object-cover blur-xl" />
      )}
      <span className="absolute inset-0 grid place-items-center">
        <span className="rounded-full bg-surface px-3 py-1 text-fg text-sm">Show</span>
      </span>
    </button>
  );
}
