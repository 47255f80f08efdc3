import type { FoundMessage, FoundPerson, FoundProject } from '@sangam/shared/chat/search';
import type { SearchBoxKind } from '../../state/search-dialog';
import { FEW, type Found } from './use-search';

/** One line of the list. `id` names its element, and is the same while the list changes around it. */
export type Option =
  | { kind: 'person'; id: string; person: FoundPerson }
  | { kind: 'project'; id: string; project: FoundProject }
  | { kind: 'message'; id: string; message: FoundMessage }
  | { kind: 'browse'; id: string; text: string };

export interface Group {
  title: string;
  options: Option[];
}

/** What was found, as the list shows it: groups of lines, without empty ones. */
export function groupsOf(kind: SearchBoxKind, found: Found): Group[] {
  const people = (list: readonly FoundPerson[]): Option[] =>
    list.map((person) => ({ kind: 'person', id: `person-${person.id}`, person }));
  if (kind === 'people') {
    const talked = people(found.people.filter((person) => person.has_conversation));
    const others = people(found.people.filter((person) => !person.has_conversation));
    return filled([
      { title: 'You talk with', options: talked },
      { title: 'Others', options: others },
    ]);
  }
  const text = found.text.trim();
  return filled([
    { title: 'People', options: people(found.people.filter((person) => person.has_conversation).slice(0, FEW)) },
    {
      title: 'My projects',
      options: found.projects
        .slice(0, FEW)
        .map((project): Option => ({ kind: 'project', id: `project-${project.id}`, project })),
    },
    {
      title: 'Messages',
      options: found.messages.map(
        (message): Option => ({ kind: 'message', id: `message-${message.other_id}-${message.seq}`, message }),
      ),
    },
    { title: 'Elsewhere', options: text === '' ? [] : [{ kind: 'browse', id: 'browse', text }] },
  ]);
}

const filled = (groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0);

/** Where a line leads. */
export function pathOf(option: Option): string {
  if (option.kind === 'person') return `/messages/${option.person.id}`;
  if (option.kind === 'project') return `/projects/${option.project.id}`;
  if (option.kind === 'message') return `/messages/${option.message.other_id}?m=${option.message.seq}`;
  return `/projects?${new URLSearchParams({ search: option.text })}`;
}

/** The member's name, for a conversation that shows it before it has been fetched. */
export const nameOf = (option: Option): string | null =>
  option.kind === 'person' ? option.person.name : option.kind === 'message' ? option.message.other_name : null;
