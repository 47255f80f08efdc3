import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { JoinRequestCard } from '../../requests/screens/parts/JoinRequestCard';
import { cx } from '../../ui/cx';
import { AcceptedLine } from './AcceptedLine';
import { ExampleChat } from './ExampleChat';
import { useScene } from './use-scene';
import { exampleProject, exampleRequest } from './vignette-data';

const ACCEPTED = 1;

/**
 * The product at work, in its own components: a project, somebody who asks to join, the chat that follows. It plays once,
 * in under five seconds, and takes no focus: the caption tells what it shows.
 */
export function Vignette() {
  const scene = useScene();
  const accepted = scene >= ACCEPTED;
  const members = exampleProject.current_members + (accepted ? 1 : 0);
  return (
    <figure className="min-w-0">
      <div inert className="grid gap-3">
        <ProjectCard project={{ ...exampleProject, current_members: members }} when="2 hours ago" headingLevel="h2" />
        {/* One place for both, as high as the taller: nothing below moves when one follows the other. */}
        <div className="grid *:col-start-1 *:row-start-1">
          <div className={accepted ? 'invisible' : 'animate-enter'}>
            <JoinRequestCard request={exampleRequest} when="Just now" onDecide={() => undefined} />
          </div>
          <div className={cx('flex flex-col gap-3', accepted ? 'animate-enter' : 'invisible')}>
            <AcceptedLine />
            <ExampleChat shown={Math.max(0, scene - ACCEPTED)} />
          </div>
        </div>
      </div>
      <p aria-hidden className="mt-3 text-center text-faint text-sm">
        An example
      </p>
      <figcaption className="sr-only">
        An example. Meera posts the project “{exampleProject.title}”. {exampleRequest.user_name} asks to join, Meera
        accepts, and the two start to chat.
      </figcaption>
    </figure>
  );
}
