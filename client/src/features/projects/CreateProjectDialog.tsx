import { Dialog } from '../../ui/Dialog';
import { CreateProjectForm } from './CreateProjectForm';

interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The create form in its modal; it closes itself only after success, so what was typed outlives a failure. */
export function CreateProjectDialog({ open, onOpenChange }: CreateProjectDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create Project">
      <CreateProjectForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
