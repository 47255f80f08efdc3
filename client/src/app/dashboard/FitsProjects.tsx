import { Link } from 'react-router-dom';
import { useSuggestedPeople } from '../../people/state/suggested-people';
import { PeopleWhoFit } from '../people/PeopleWhoFit';
import { Section } from './Section';

/** Members who fit the reader's project. */
export function FitsProjects() {
  const { data } = useSuggestedPeople(null);
  if (!data?.project) return null;
  const { id, title } = data.project;
  return (
    <Section
      title="Fits your project"
      aside={
        <Link
          to={`/projects/${id}`}
          className="inline-flex min-h-control-sm min-w-0 items-center text-muted text-sm hover:underline"
        >
          <bdi className="wrap-anywhere">{title}</bdi>
        </Link>
      }
    >
      <PeopleWhoFit projectId={id} members={data.members} />
    </Section>
  );
}
