import { FolderX } from 'lucide-react';
import { ButtonLink } from '../../../ui/button/ButtonLink';

/** The page of a project that does not exist. */
export function ProjectNotFound() {
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center">
      <FolderX aria-hidden className="mb-1 size-7 text-faint" />
      <h1 className="text-xl">Project not found</h1>
      <p className="text-muted">The project you are looking for does not exist.</p>
      <ButtonLink to="/projects" className="mt-4">
        Browse projects
      </ButtonLink>
    </div>
  );
}
