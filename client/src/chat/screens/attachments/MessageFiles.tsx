import { Suspense, useState } from 'react';
import { useMessageRequest } from '../../../contact/state/message-requests';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { isPictureFile, pictureSize, type ShownFile, TILE_PX } from '../thread/row-height';
import { CoveredPicture } from './CoveredPicture';
import { FileLine } from './FileLine';
import { Picture } from './Picture';

const PictureViewer = lazyPart(() => import('./PictureViewer'), 'PictureViewer');

interface MessageFilesProps {
  files: readonly ShownFile[];
  /** Who sent them, if not the reader. */
  senderId: number | null;
}

/** The pictures and files of a message: each has its size before it is there. Those of a message request are covered. */
export function MessageFiles({ files, senderId }: MessageFilesProps) {
  const isHeld = useMessageRequest(senderId ?? 0) !== null;
  const [viewed, setViewed] = useState<string | null>(null);
  const pictures = files.filter(isPictureFile);
  const stored = pictures.flatMap((file) => ('kind' in file ? [file] : []));
  return (
    <div className="-mx-1.5 flex flex-col gap-1.5 whitespace-normal pb-1">
      {pictures.length > 0 && (
        <div className="flex max-w-[280px] flex-wrap gap-1.5">
          {pictures.map((file) => {
            const size = pictures.length === 1 ? pictureSize(file) : { width: TILE_PX, height: TILE_PX };
            const shown = { size, onView: () => setViewed(file.id) };
            return isHeld && 'kind' in file ? (
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
      {viewed !== null && (
        <Suspense>
          <PictureViewer pictures={stored} first={viewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </div>
  );
}
