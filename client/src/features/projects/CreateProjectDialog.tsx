import { useState } from 'react';
import { Dialog } from '../../ui/Dialog';
import { CreateProjectForm } from './CreateProjectForm';
import { emptyProject } from './project-form';

interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The create form in its modal. What was typed outlives a failure, and a touch outside or Escape; only success clears it. */
export function CreateProjectDialog({ open, onOpenChange }: CreateProjectDialogProps) {
  const [values, setValues] = useState(emptyProject);
  const done = () => {
    setValues(emptyProject);
    onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create Project">
      <CreateProjectForm values={values} onChange={setValues} onDone={done} />
    </Dialog>
  );
}
