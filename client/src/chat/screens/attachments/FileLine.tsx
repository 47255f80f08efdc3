import { Download, File } from 'lucide-react';
import toast from 'react-hot-toast';
import { freshLink } from '../../state/files/links';
import { useUploads } from '../../state/files/uploads';
import type { ShownFile } from '../thread/row-height';
import { fileSize } from './file-size';
import { Progress } from './Progress';

/** A file of a message: pressing it downloads it. */
export function FileLine({ file }: { file: ShownFile }) {
  const state = useUploads((all) => all[file.id]);
  const isStored = 'kind' in file;
  const download = async () => {
    const link = await freshLink(file.id);
    if (link === null) toast.error('The file cannot be downloaded now.', { id: 'download' });
    else downloadFrom(link.url);
  };
  return (
    <button
      type="button"
      disabled={!isStored}
      onClick={() => void download()}
      className="flex h-14 w-[280px] max-w-full items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-left enabled:hover:bg-hover"
    >
      <File aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm" title={file.name}>
          {file.name}
        </span>
        {isStored || state?.isDone ? (
          <span className="block text-muted text-xs">{fileSize(file.bytes)}</span>
        ) : (
          <Progress name={file.name} received={state?.received ?? 0} bytes={file.bytes} />
        )}
      </span>
      {isStored && <Download aria-label="Download" className="size-4 shrink-0 text-muted" />}
    </button>
  );
}

/** The answer's headers have it saved, not shown. */
function downloadFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
