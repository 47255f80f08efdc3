import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button/Button';

/** Opens the create dialog; the one primary action of the page. */
export function CreateProjectButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="primary" onClick={onClick}>
      <Plus aria-hidden className="size-4.5" />
      Create Project
    </Button>
  );
}
