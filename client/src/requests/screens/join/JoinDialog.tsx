import { useEffect, useState } from 'react';
import { loadProject, useProjectPages } from '../../../projects/state/project-pages';
import { type ProjectEntity, useProject } from '../../../projects/state/project-table';
import { Dialog } from '../../../ui/overlay/Dialog';
import { joinDialog } from '../../state/join-dialog';
import { useStanding } from '../../state/standing';
import { JoinForm } from './JoinForm';
import { emptyJoin, type JoinDraft } from './join-draft';

/** Asks to join the project that was chosen on a card or a page. What was typed outlives a failure, and Escape. */
export function JoinDialog() {
  const projectId = joinDialog.use();
  const project = useProject(projectId ?? 0);
  const [drafts, setDrafts] = useState<Readonly<Record<number, JoinDraft>>>({});
  const close = () => joinDialog.close();
  // From a card, how the creator answers is not known yet, nor whether their questions are still the same.
  useEffect(() => {
    if (projectId !== null && useProjectPages.getState().byId[projectId] === undefined) void loadProject(projectId);
  }, [projectId]);
  return (
    <Dialog
      open={project !== undefined}
      onOpenChange={(open) => !open && close()}
      title="Join the team"
      {...(project && { description: project.title })}
    >
      {project && (
        <>
          <CloseWhenAnswered project={project} />
          <JoinForm
            project={project}
            draft={drafts[project.id] ?? emptyJoin}
            onChange={(draft) => setDrafts((before) => ({ ...before, [project.id]: draft }))}
            onDone={close}
          />
        </>
      )}
    </Dialog>
  );
}

/** A request that was made in another tab, or a team that has filled up meanwhile, leaves nothing to ask. */
function CloseWhenAnswered({ project }: { project: ProjectEntity }) {
  const standing = useStanding(project);
  useEffect(() => {
    if (standing !== 'stranger') joinDialog.close();
  }, [standing]);
  return null;
}
