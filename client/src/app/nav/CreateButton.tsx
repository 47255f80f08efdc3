import { Plus } from 'lucide-react';
import { createDialog } from '../../projects/state/create-dialog';
import { Button, type ButtonProps } from '../../ui/button/Button';

interface CreateButtonProps extends Pick<ButtonProps, 'size' | 'className'> {
  /** Runs before the dialog opens, such as closing the menu that the button stands in. */
  onPress?: () => void;
}

/** Opens the create-project dialog from any screen. */
export function CreateButton({ onPress, ...look }: CreateButtonProps) {
  const open = () => {
    onPress?.();
    createDialog.open(true);
  };
  return (
    <Button {...look} onClick={open}>
      <Plus aria-hidden className="size-4" />
      {/* On a tablet the search box has its room. */}
      <span className="md:max-lg:sr-only">Create</span>
    </Button>
  );
}
