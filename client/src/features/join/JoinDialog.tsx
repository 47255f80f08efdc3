import { useEffect, useState } from 'react';
import { type ProjectEntity, useProject } from '../../stores/entities/projects';
import { setJoinDialog, useJoinDialog } from '../../stores/join-dialog';
import { useStanding } from '../../stores/standing';
import { Dialog } from '../../ui/Dialog';
import { JoinForm } from './JoinForm';

/** Asks to join the project that was chosen on a card or a page. What was typed outlives a failure, and Escape. */
export function JoinDialog() {
  const projectId = useJoinDialog((state) => state.projectId);
  const project = useProject(projectId ?? 0);
  const [messages, setMessages] = useState<Readonly<Record<number, string>>>({});
  const close = () => setJoinDialog(null);
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
            message={messages[project.id] ?? ''}
            onChange={(message) => setMessages((before) => ({ ...before, [project.id]: message }))}
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
    if (standing !== 'stranger') setJoinDialog(null);
  }, [standing]);
  return null;
}
