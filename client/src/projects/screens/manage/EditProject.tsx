import type { Project, ProjectBody } from '@sangam/shared/projects/projects';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText, fieldErrors } from '../../../core/api/errors';
import { editProject } from '../../state/project-life';
import { ProjectForm } from '../parts/ProjectForm';
import { checkProject, toValues } from '../parts/project-form';
import { changedFields } from './changed-fields';

/**
 * The form of the creation, filled. Only what was changed here is sent: what another tab has changed meanwhile stays, and is
 * not brought back by the old text that still stands in a field.
 */
export function EditProject({ project, onDone }: { project: Project; onDone: () => void }) {
  const [opened] = useState(() => toValues(project));
  const [values, setValues] = useState(opened);
  const save = async (body: Required<ProjectBody>) => {
    const before = checkProject(opened);
    const changes = before.ok ? changedFields(before.value, body) : body;
    if (Object.keys(changes).length > 0) {
      const answer = await editProject(project.id, changes);
      if (!answer.ok)
        return { text: errorText(answer.error, 'Failed to save the project'), errors: fieldErrors(answer.error) };
      toast.success('Project saved');
    }
    onDone();
    return null;
  };
  return <ProjectForm name="Save changes" values={values} onChange={setValues} send={save} />;
}
