import type { ReactNode } from 'react';
import type { LinkedPage } from '../../../lib/text/linked-pages';
import { cx } from '../../../ui/cx';
import { LINKED_PX } from '../thread/row-height';
import { useLinkedMember } from './linked-members';
import { useLinkedProject } from './linked-projects';
import { MemberLine } from './MemberLine';
import { ProjectLine } from './ProjectLine';

interface Own {
  /** The message is the reader's. */
  own: boolean;
}

/** The projects and members whose addresses stand in a message, below it: as they are now, and as the reader may see them. */
export const LinkedCards = ({ pages, own }: Own & { pages: readonly LinkedPage[] }) =>
  pages.map((page) => {
    const [kind, id] = page.split('/');
    const Card = kind === 'projects' ? ProjectCard : MemberCard;
    return <Card key={page} id={Number(id)} own={own} />;
  });

function ProjectCard({ id, own }: Own & { id: number }) {
  const project = useLinkedProject(id);
  return (
    <Place own={own} shown={project}>
      {project && <ProjectLine project={project} />}
    </Place>
  );
}

function MemberCard({ id, own }: Own & { id: number }) {
  const member = useLinkedMember(id);
  return (
    <Place own={own} shown={member}>
      {member && <MemberLine member={member} />}
    </Place>
  );
}

/** Keeps the room until it is known; of what the reader may not see stands nothing but its address in the text. */
function Place({ own, shown, children }: Own & { shown: object | null | undefined; children: ReactNode }) {
  if (shown === null) return null;
  return (
    <div style={{ height: LINKED_PX }} className={cx('flex py-1', own && 'justify-end')}>
      {children}
    </div>
  );
}
