import { X } from 'lucide-react';
import { IconButton } from '../../../ui/button/IconButton';
import { useLinkedProject } from './linked';

interface AskedProjectProps {
  projectId: number;
  /** Writes the message without the project. */
  onRemove: () => void;
}

/** Names the project that the next message asks about, above the composer. */
export function AskedProject({ projectId, onRemove }: AskedProjectProps) {
  const project = useLinkedProject(projectId);
  if (!project) return null;
  return (
    <div role="status" className="mb-2 flex items-center gap-2 border-accent border-l-2 pl-3 text-sm">
      <p className="min-w-0 flex-1 truncate text-muted">
        About <bdi className="font-medium text-fg">{project.title}</bdi>
      </p>
      <IconButton icon={X} label="Remove the project" onClick={onRemove} />
    </div>
  );
}
