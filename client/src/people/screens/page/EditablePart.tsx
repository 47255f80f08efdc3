import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEditing } from '../../../lib/hooks/use-editing';
import { IconButton } from '../../../ui/button/IconButton';
import { Card } from '../../../ui/Card';
import { TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import { Skeleton } from '../../../ui/page/Skeleton';

interface EditablePartProps {
  title: string;
  /** Renders the form that edits the part in place; null for anybody but the page's owner. */
  form: ((onDone: () => void) => ReactNode) | null;
  /** Takes the place of missing content, for the owner. */
  hint: string;
  /** Null if there is nothing to show; then others don't see the part at all. */
  children: ReactNode | null;
}

/** A part of a member's page with its heading, edited in its place. */
export function EditablePart({ title, form, hint, children }: EditablePartProps) {
  const { isEditing, edit, done, opener } = useEditing();
  if (form === null && children === null) return null;
  if (form !== null && isEditing)
    return (
      <Card className="min-w-0">
        <TakesKeyboard onLeave={done} fallback={<Skeleton className="h-40" />}>
          {form(done)}
        </TakesKeyboard>
      </Card>
    );
  return (
    <Card className="grid min-w-0 gap-2">
      {/* As high as a heading without a button, so that all cards begin alike. */}
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-base">{title}</h2>
        {form !== null && (
          <IconButton
            ref={opener}
            icon={Pencil}
            label={`Edit ${title.toLowerCase()}`}
            className="-my-2.5 -mr-2"
            onClick={edit}
          />
        )}
      </div>
      {children ?? <p className="text-faint text-sm">{hint}</p>}
    </Card>
  );
}
