import { isolate } from '@sangam/shared/core/isolate';
import { charCount, cleanText } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useMember } from '../../../people/state/members';
import { Textarea, TextLength } from '../../../ui/form/Textarea';
import { removeMember } from '../../state/manage-project';
import type { ProjectEntity } from '../../state/project-table';
import { Confirm } from './Confirm';
import { useNameInTeam } from './name-in-team';

const MAX = projectLimits.removalWordMaxChars;

interface RemoveMemberProps {
  project: ProjectEntity;
  userId: number;
  onClose: () => void;
}

/** Frees a member's seat, with an optional note to them. */
export function RemoveMember({ project, userId, onClose }: RemoveMemberProps) {
  const member = useMember(userId);
  const nameOf = useNameInTeam(project.id);
  const name = member ? nameOf(member) : 'this member';
  const [word, setWord] = useState('');
  const length = charCount(cleanText(word));
  const done = () => {
    toast.success(`${isolate(name)} was removed`);
    onClose();
  };
  return (
    <Confirm
      yes="Remove from the team"
      danger
      act={() => removeMember(project.id, userId, cleanText(word))}
      failure="Failed to remove the member"
      onDone={done}
      onCancel={onClose}
    >
      <p>{isolate(name)} loses their seat and access to the team chat at once, and is notified.</p>
      <Textarea
        label={`Message to ${isolate(name)} (optional)`}
        name="word"
        rows={3}
        maxLength={MAX * 2}
        invalid={length > MAX}
        hint={<TextLength text={word} max={MAX} />}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
    </Confirm>
  );
}
