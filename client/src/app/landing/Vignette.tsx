import type { Project } from '@sangam/shared/projects/projects';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Bubble } from '../../chat/screens/message/Bubble';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { JoinRequestCard } from '../../requests/screens/parts/JoinRequestCard';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/button/Button';
import { cardClass } from '../../ui/Card';
import { cx } from '../../ui/cx';

const ACCEPTED = 1;

/**
 * An example played with the product's own components: a project, an applicant, a conversation. It lasts under five seconds, takes no
 * focus, and is described by the caption.
 */
export function Vignette() {
  const scene = useScene();
  const accepted = scene >= ACCEPTED;
  const members = exampleProject.current_members + (accepted ? 1 : 0);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-medium text-muted text-sm">
        Example: from request to chat
        <span className="sr-only">
          . Meera posts the project “{exampleProject.title}”. {exampleRequest.user_name} asks to join, Meera accepts,
          and the two start to chat.
        </span>
      </figcaption>
      <div inert className="grid gap-3">
        <ProjectCard project={{ ...exampleProject, current_members: members }} when="2 hours ago" headingLevel="h2" />
        {/* Request and result share one cell, so that nothing below moves when one replaces the other. */}
        <div className="grid *:col-start-1 *:row-start-1">
          <div className={cx(cardClass, 'self-start', accepted ? 'invisible' : 'animate-enter')}>
            <JoinRequestCard request={exampleRequest} when="Just now">
              <div className="flex gap-2">
                <Button size="sm">
                  <Check aria-hidden className="size-4" />
                  Accept
                </Button>
                <Button size="sm" variant="ghost">
                  <X aria-hidden className="size-4" />
                  Reject
                </Button>
              </div>
            </JoinRequestCard>
          </div>
          <div className={cx('flex flex-col gap-3', accepted ? 'animate-enter' : 'invisible')}>
            <AcceptedLine />
            <ExampleChat shown={Math.max(0, scene - ACCEPTED)} />
          </div>
        </div>
      </div>
    </figure>
  );
}

/** Replaces the request once it's accepted. */
function AcceptedLine() {
  return (
    <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 text-muted text-sm">
      <Check aria-hidden className="size-4" />
      <span>
        <span className="font-medium text-fg">{exampleRequest.user_name}</span> joined the team.
      </span>
    </p>
  );
}

/** The first messages of the conversation. */
function ExampleChat({ shown }: { shown: number }) {
  return (
    <div className="flex min-h-60 flex-1 flex-col rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-3 border-line border-b px-4 py-3">
        <Avatar id={exampleRequest.user_id} name={exampleRequest.user_name} size="sm" online />
        <div className="leading-tight">
          <p className="font-semibold text-sm">{exampleRequest.user_name}</p>
          <p className="text-online-text text-xs">Online</p>
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-end gap-2 p-4">
        {exampleChat.slice(0, shown).map((message) => (
          <Bubble key={message.id} own={message.own} className="animate-enter">
            {message.text}
          </Bubble>
        ))}
      </div>
    </div>
  );
}

/** Example data in the wire's own shapes, so that the product's components can draw it. */
const exampleProject: Project = {
  id: 1,
  title: 'Mess menu that learns what gets eaten',
  description:
    'Predict tomorrow’s plates from last month’s leftovers. The data is here and dirty; the kitchen is on our side.',
  category: 'data-science',
  required_skills: ['Python', 'pandas', 'React', 'Figma'],
  timeline: null,
  max_members: 4,
  current_members: 2,
  member_count: 2,
  offered_seats: 0,
  state: 'open',
  answer_days: 7,
  creator_id: 8,
  creator_name: 'Meera Iyer',
  created_at: '2026-01-12T05:30:00.000Z',
};

const exampleRequest: JoinRequest = {
  id: 1,
  project_id: 1,
  project_title: exampleProject.title,
  creator_id: exampleProject.creator_id,
  user_id: 3,
  user_name: 'Arjun Nair',
  user_skills: ['React', 'TypeScript'],
  message: 'I built our hostel’s laundry tracker. I can take the dashboard.',
  status: 'pending',
  created_at: '2026-01-12T06:10:00.000Z',
};

/** The conversation as the project's creator sees it: `own` messages are the creator's. */
const exampleChat = [
  { id: 1, own: true, text: 'You’re in. Six weeks of leftovers, one CSV.' },
  { id: 2, own: false, text: 'Sending you a first chart tonight.' },
  { id: 3, own: true, text: 'Thursday is always khichdi, don’t fix that' },
];

/** The start of each scene: the request is accepted, then one message after another. */
const startsMs = [1_600, 2_100, 3_100, 4_100];
const last = exampleChat.length + 1;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Returns the current scene. With reduced motion it's the last one at once. */
function useScene(): number {
  const [scene, setScene] = useState(() => (still() ? last : 0));
  useEffect(() => {
    if (still()) return;
    const timers = startsMs.map((startMs, index) => setTimeout(() => setScene(index + 1), startMs));
    return () => timers.forEach(clearTimeout);
  }, []);
  return scene;
}
