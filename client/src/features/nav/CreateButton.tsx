import { Plus } from 'lucide-react';
import { setCreateDialog } from '../../stores/create-dialog';
import { Button } from '../../ui/Button';

interface CreateButtonProps {
  /** Runs before the dialog opens, such as closing the menu that the button stands in. */
  onPress?: () => void;
  className?: string;
}

/** Opens the create-project dialog from any screen. */
export function CreateButton({ onPress, className }: CreateButtonProps) {
  const open = () => {
    onPress?.();
    setCreateDialog(true);
  };
  return (
    <Button size="sm" onClick={open} className={className ?? ''}>
      <Plus aria-hidden className="size-4" />
      Create
    </Button>
  );
}
