import { isolate } from '@sangam/shared/core/isolate';
import { Link2, Share2 } from 'lucide-react';
import toast from 'react-hot-toast/headless';
import { encode } from 'uqr';
import { copyText } from '../../../lib/text/copy-text';
import { Button } from '../../../ui/button/Button';
import { Input } from '../../../ui/form/Input';
import { Dialog, DialogActions } from '../../../ui/overlay/Dialog';
import type { ProjectEntity } from '../../state/project-table';

export interface ShareDialogProps {
  project: Pick<ProjectEntity, 'id' | 'title'>;
  open: boolean;
  onClose: () => void;
}

/** The light border around the QR code, in modules, which scanners need. */
const QUIET_MODULES = 4;

/** Offers the project's address to copy, as a QR code, and through the system's share sheet if there is one. */
export function ShareDialog({ project, open, onClose }: ShareDialogProps) {
  const url = `${window.location.origin}/projects/${project.id}`;
  const copy = async () => {
    if (await copyText(url)) toast.success('Link copied');
    else toast.error('Failed to copy. Select the link and copy it yourself.');
  };
  const share = async () => {
    try {
      await navigator.share({ title: project.title, url });
    } catch (error) {
      // The member closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error('Failed to share');
    }
  };
  return (
    <Dialog open={open} onOpenChange={onClose} title="Share project">
      <div className="grid gap-4">
        <Input label="Link" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        <figure className="grid justify-items-center gap-2">
          <QrCode text={url} label={`QR code for ${isolate(project.title)}`} />
          <figcaption className="text-muted text-sm">Scan with a phone’s camera to open the project.</figcaption>
        </figure>
        <DialogActions>
          {typeof navigator.share === 'function' && (
            <Button onClick={share}>
              <Share2 aria-hidden className="size-4" />
              Share…
            </Button>
          )}
          <Button variant="primary" onClick={copy}>
            <Link2 aria-hidden className="size-4" />
            Copy link
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** Dark on light in both themes, since not every scanner reads light on dark. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_MODULES, ecc: 'M' });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-48 max-w-full forced-color-adjust-none rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
