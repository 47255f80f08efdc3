import type { ListedMember } from '@sangam/shared/app/find-people';
import { SkillChips } from '../../people/screens/SkillChips';
import { Avatar } from '../../ui/Avatar';
import { Card } from '../../ui/Card';
import { MemberName, raisedName } from '../../ui/MemberName';

const SKILLS_MAX = 6;

/** A member in the list. */
export function FoundMember({ member }: { member: ListedMember }) {
  const { id, name, headline, college, confirmed_college, skills, looks_for, has, missing = [] } = member;
  return (
    <Card className="grid content-start gap-3">
      <div className="flex items-start gap-3">
        <Avatar id={id} name={name} />
        <div className="min-w-0 flex-1">
          <h2 className="text-base">
            <MemberName id={id} name={name} className={raisedName} />
          </h2>
          {headline !== '' && (
            <p dir="auto" className="wrap-anywhere line-clamp-2 text-sm">
              {headline}
            </p>
          )}
          {college !== '' && (
            <p className="wrap-anywhere text-muted text-sm">
              <bdi>{college}</bdi>
            </p>
          )}
          {confirmed_college !== undefined && (
            <p className="wrap-anywhere text-muted text-sm">{`Confirmed address at ${confirmed_college}`}</p>
          )}
        </div>
      </div>
      {has && (
        <p className="wrap-anywhere text-sm">
          Has {has.join(', ')}
          {missing.length > 0 && <span className="text-muted">; missing {missing.join(', ')}</span>}
        </p>
      )}
      <SkillChips skills={skills} max={SKILLS_MAX} />
      {looks_for !== '' && (
        <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-sm">
          Looking for: {looks_for}
        </p>
      )}
    </Card>
  );
}
