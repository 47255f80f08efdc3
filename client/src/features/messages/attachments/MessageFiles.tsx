import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { isPictureFile, pictureSize, type ShownFile, TILE_PX } from '../row-height';
import { FileLine } from './FileLine';
import { Picture } from './Picture';

const PictureViewer = lazyPart(() => import('./PictureViewer'), 'PictureViewer');

/** The pictures and files of a message: each has its size before it is there. */
export function MessageFiles({ files }: { files: readonly ShownFile[] }) {
  const [viewed, setViewed] = useState<string | null>(null);
  const pictures = files.filter(isPictureFile);
  const stored = pictures.flatMap((file) => ('kind' in file ? [file] : []));
  return (
    <div className="-mx-1.5 flex flex-col gap-1.5 whitespace-normal pb-1">
      {pictures.length > 0 && (
        <div className="flex max-w-[280px] flex-wrap gap-1.5">
          {pictures.map((file) => (
            <Picture
              key={file.id}
              file={file}
              size={pictures.length === 1 ? pictureSize(file) : { width: TILE_PX, height: TILE_PX }}
              onView={() => setViewed(file.id)}
            />
          ))}
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
