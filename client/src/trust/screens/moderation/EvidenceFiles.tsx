import type { Attachment } from '@sangam/shared/chat/attachments';
import { Download, Image } from 'lucide-react';
import toast from 'react-hot-toast';
import { freshLink } from '../../../chat/state/files/links';
import { Button } from '../../../ui/button/Button';

/** Pictures and files of a reported message. None is shown before a moderator asks for it. */
export function EvidenceFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <ul aria-label="Pictures and files" className="flex flex-wrap gap-2 pt-1">
      {files.map((file) => (
        <li key={file.id}>
          <Button size="sm" variant="ghost" onClick={() => void open(file)}>
            {file.kind === 'picture' ? (
              <Image aria-hidden className="size-4" />
            ) : (
              <Download aria-hidden className="size-4" />
            )}
            <span className="max-w-60 truncate">{file.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** A picture in a tab of its own, a file as a download: the answer's headers keep either from running anything. */
async function open({ id, kind }: Attachment): Promise<void> {
  const link = await freshLink(id);
  if (link === null) toast.error('It is not kept any more, or cannot be read now.', { id: 'evidence-file' });
  else window.open(link.url, kind === 'picture' ? '_blank' : '_self', 'noopener');
}
