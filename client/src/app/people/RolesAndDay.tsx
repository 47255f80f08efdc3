import { LOCALE } from '@sangam/shared/core/limits';
import { nowMs } from '../../lib/clock';

interface RolesAndDayProps {
  takesRoles: readonly string[] | undefined;
  /** The day from which the member is available, if it is in the future. */
  freeFrom: string | undefined;
}

/** "Roles: Backend · Available from 1 December". Renders nothing without either. */
export function RolesAndDay({ takesRoles = [], freeFrom }: RolesAndDayProps) {
  const words = [
    ...(takesRoles.length > 0 ? [`Roles: ${takesRoles.join(', ')}`] : []),
    ...(freeFrom === undefined ? [] : [`Available from ${dayWords(freeFrom)}`]),
  ];
  return words.length === 0 ? null : <p className="wrap-anywhere text-muted text-sm">{words.join(' · ')}</p>;
}

function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const isThisYear = date.getUTCFullYear() === new Date(nowMs()).getUTCFullYear();
  return date.toLocaleDateString(LOCALE, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}
