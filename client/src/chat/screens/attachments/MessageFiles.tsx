import type { Attachment } from '@sangam/shared/chat/attachments';
import { isolate } from '@sangam/shared/core/isolate';
import { Download, File } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { useOnce } from '../../../ui/button/use-once';
import { cx } from '../../../ui/cx';
import { freshLink, useAttachmentLink } from '../../state/files/attachment-links';
import type { Attached } from '../../state/files/chosen-files';
import { useThumbnail } from '../../state/files/chosen-files';
import { usePicture } from '../../state/files/pictures';
import { useUploads } from '../../state/files/uploads';
import { pictureViewer } from '../../state/files/viewed-pictures';
import { isPictureFile, pictureSize, type ShownFile, TILE_PX } from '../thread-items/row-height';
import { FileName } from './FileName';
import { FileProgress, fileSize } from './FileProgress';

interface MessageFilesProps {
  files: readonly ShownFile[];
  /** Null for a pending message. */
  messageId: number | null;
  /** The other member's id if they sent the files; null for the reader's own. */
  senderId: number | null;
}

/**
 * Shows a message's pictures and files. Their size is known before they load. Pictures in message requests are covered.
 */
export function MessageFiles({ files, messageId, senderId }: MessageFilesProps) {
  const isRequest = useMessageRequest(senderId ?? 0) !== null;
  const pictures = files.filter(isPictureFile);
  const stored = pictures.flatMap((file) => ('kind' in file ? [file] : []));
  const view = (first: string) =>
    messageId !== null && pictureViewer.open({ messageId, senderId, pictures: stored, first });
  return (
    <div className="-mx-1.5 flex flex-col gap-1.5 whitespace-normal pb-1">
      {pictures.length > 0 && (
        <div className={cx('grid max-w-[280px] gap-1.5', pictures.length > 1 ? 'grid-cols-2' : 'grid-cols-1')}>
          {pictures.map((file) => {
            const { width, height } = pictures.length === 1 ? pictureSize(file) : { width: TILE_PX, height: TILE_PX };
            // Keeps the picture's proportions in a narrow bubble.
            const size = { width, aspectRatio: `${width} / ${height}` };
            const shown = { size, onView: () => view(file.id) };
            return isRequest && 'kind' in file ? (
              <CoveredPicture key={file.id} file={file} {...shown} />
            ) : (
              <Picture key={file.id} file={file} {...shown} />
            );
          })}
        </div>
      )}
      {files
        .filter((file) => !isPictureFile(file))
        .map((file) => (
          <FileLine key={file.id} file={file} />
        ))}
    </div>
  );
}

interface PictureProps {
  file: ShownFile;
  size: { width: number; aspectRatio: string };
  onView: () => void;
  /** The picture replaces its cover, which had the focus. */
  wasCovered?: boolean;
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

/** Shows one picture of a message. */
export function Picture({ file, size, ...rest }: PictureProps) {
  return 'kind' in file ? (
    <StoredPicture file={file} size={size} {...rest} />
  ) : (
    <ChosenPicture file={file} size={size} />
  );
}

const frame = 'relative block max-w-full shrink-0 overflow-hidden rounded-lg bg-hover';

/** Shows a blurred preview until the picture has loaded. */
function StoredPicture({ file, size, onView, wasCovered = false }: PictureProps & { file: Attachment }) {
  const picture = usePicture(file.id, useAttachmentLink(file.id)?.small_url);
  const [isThere, setThere] = useState(false);
  return (
    <button
      ref={wasCovered ? takeFocus : undefined}
      type="button"
      onClick={onView}
      style={size}
      className={frame}
      aria-label={`View picture ${isolate(file.name)}`}
    >
      {file.preview && !isThere && (
        <img src={file.preview} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {picture && (
        <img
          src={picture}
          alt=""
          draggable={false}
          onLoad={() => setThere(true)}
          className={cx('absolute inset-0 size-full object-cover transition-opacity', !isThere && 'opacity-0')}
        />
      )}
    </button>
  );
}

/** Shows this browser's copy of the picture and the upload progress. */
function ChosenPicture({ file, size }: Pick<PictureProps, 'size'> & { file: Attached }) {
  const thumbnail = useThumbnail(file.id);
  const state = useUploads((all) => all[file.id]);
  return (
    <span style={size} className={frame}>
      {thumbnail && <img src={thumbnail} alt={file.name} className="size-full object-cover" />}
      {!state?.isDone && (
        <span className="absolute inset-x-2 bottom-2">
          <FileProgress name={file.name} received={state?.received ?? 0} bytes={file.bytes} />
        </span>
      )}
    </span>
  );
}

interface CoveredPictureProps {
  file: Attachment;
  size: { width: number; aspectRatio: string };
  onView: () => void;
}

/**
 * Covers a stranger's picture with its blurred preview until the reader asks for it. Nothing else is fetched before
 * that.
 */
export function CoveredPicture({ file, size, onView }: CoveredPictureProps) {
  const [isCovered, setCovered] = useState(true);
  if (!isCovered) return <Picture file={file} size={size} onView={onView} wasCovered />;
  return (
    <button
      type="button"
      onClick={() => setCovered(false)}
      style={size}
      className="relative block max-w-full shrink-0 overflow-hidden rounded-lg bg-hover"
      aria-label={`Show picture ${isolate(file.name)}`}
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

/** Shows a file that downloads when pressed. */
export function FileLine({ file }: { file: ShownFile }) {
  const state = useUploads((all) => all[file.id]);
  const isStored = 'kind' in file;
  const [, download] = useOnce(() => downloadFile(file.id));
  return (
    <button
      type="button"
      disabled={!isStored}
      onClick={download}
      className="flex h-14 w-[280px] max-w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-left enabled:hover:bg-hover"
    >
      <File aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm">
          <FileName name={file.name} />
        </span>
        {isStored || state?.isDone ? (
          <span className="block text-muted text-xs">{fileSize(file.bytes)}</span>
        ) : (
          <FileProgress name={file.name} received={state?.received ?? 0} bytes={file.bytes} />
        )}
      </span>
      {isStored && <Download aria-label="Download" className="size-4 shrink-0 text-muted" />}
    </button>
  );
}

/** Downloads a stored file. The response headers make the browser save it instead of showing it. */
export async function downloadFile(id: string): Promise<void> {
  const fresh = await freshLink(id);
  if (fresh === null) return void toast.error('Couldn’t download the file. Try again.', { id: 'download' });
  const link = document.createElement('a');
  link.href = fresh.url;
  link.download = '';
  link.click();
}
