import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/button/IconButton';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { Skeleton } from '../../../ui/page/Skeleton';

interface EditablePartProps {
  title: string;
  /** The form that edits the part in its place, for the page's owner. */
  form: ((onDone: () => void) => ReactNode) | null;
  /** Stands instead of missing content, for the owner. */
  hint: string;
  /** Null if there is nothing to show; then others don't see the part at all. */
  children: ReactNode | null;
}

/** A part of a member's page with its heading, edited in its place. */
export function EditablePart({ title, form, hint, children }: EditablePartProps) {
  const [editing, setEditing] = useState(false);
  if (form === null && children === null) return null;
  if (form !== null && editing)
    return (
      <Card className="min-w-0">
        <TakesKeyboard onLeave={() => setEditing(false)} fallback={<Skeleton className="h-40" />}>
          {form(() => setEditing(false))}
        </TakesKeyboard>
      </Card>
    );
  return (
    <Card className="grid min-w-0 gap-2">
      <div className={cx('flex items-center justify-between gap-3', form !== null && 'min-h-control-sm')}>
        <h2 className="eyebrow">{title}</h2>
        {form !== null && (
          <IconButton
            icon={Pencil}
            label={`Edit ${title.toLowerCase()}`}
            className="-my-2 -mr-2"
            onClick={() => setEditing(true)}
          />
        )}
      </div>
      {children ?? <p className="text-faint text-sm">{hint}</p>}
    </Card>
  );
}
