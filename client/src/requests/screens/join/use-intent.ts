import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Intent } from '../../../lib/links/intent-link';

const readIntent = (value: string | null): Intent | null => (value === 'join' || value === 'interest' ? value : null);

/**
 * The intent that the address brings along (`/projects/7?intent=join`), for a member. It is cleared once it is read, so that
 * a reload does not repeat it; a visitor's address keeps it over the sign-in.
 */
export function useIntent(member: boolean): Intent | null {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const named = readIntent(query.get('intent'));
  const [intent] = useState(named);
  useEffect(() => {
    if (member && named !== null) navigate({ search: '' }, { replace: true });
  }, [member, named, navigate]);
  return member ? intent : null;
}
