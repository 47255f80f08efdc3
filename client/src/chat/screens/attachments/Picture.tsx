import type { Attachment } from '@sangam/shared/chat/attachments';
import { useState } from 'react';
import { cx } from '../../../ui/cx';
import type { Attached } from '../../state/files/attached';
import { renewLink, useAttachmentLink } from '../../state/files/links';
import { useThumbnail } from '../../state/files/thumbnail';
import { useUploads } from '../../state/files/uploads';
import type { ShownFile } from '../thread/row-height';
import { Progress } from './Progress';

interface PictureProps {
  file: ShownFile;
  size: { width: number; height: number };
  onView: () => void;
}

/** One picture of a message. */
export function Picture({ file, size, onView }: PictureProps) {
  return 'kind' in file ? (
    <StoredPicture file={file} size={size} onView={onView} />
  ) : (
    <ChosenPicture file={file} size={size} />
  );
}

const frame = 'relative block max-w-full shrink-0 overflow-hidden rounded-lg bg-hover';

/** Its few pixels stand there, blurred, until it has come. */
function StoredPicture({ file, size, onView }: PictureProps & { file: Attachment }) {
  const link = useAttachmentLink(file.id);
  const [isThere, setThere] = useState(false);
  return (
    <button type="button" onClick={onView} style={size} className={frame} aria-label={`View picture ${file.name}`}>
      {file.preview && !isThere && (
        <img src={file.preview} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {link?.small_url && (
        <img
          src={link.small_url}
          alt=""
          draggable={false}
          onLoad={() => setThere(true)}
          onError={() => renewLink(file.id)}
          className={cx('absolute inset-0 size-full object-cover transition-opacity', !isThere && 'opacity-0')}
        />
      )}
    </button>
  );
}

/** As this browser has it, and how much of it has arrived. */
function ChosenPicture({ file, size }: Omit<PictureProps, 'onView'> & { file: Attached }) {
  const thumbnail = useThumbnail(file.id);
  const state = useUploads((all) => all[file.id]);
  return (
    <span style={size} className={frame}>
      {thumbnail && <img src={thumbnail} alt={file.name} className="size-full object-cover" />}
      {!state?.isDone && (
        <span className="absolute inset-x-2 bottom-2">
          <Progress name={file.name} received={state?.received ?? 0} bytes={file.bytes} />
        </span>
      )}
    </span>
  );
}
