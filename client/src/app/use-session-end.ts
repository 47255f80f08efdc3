import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../stores/session';

/** A session that the server has ended leads to /login from any page, also from a public one (R2.2). */
export function useSessionEnd(): void {
  const refused = useSession((state) => state.refused);
  const navigate = useNavigate();
  useEffect(() => {
    if (refused) navigate('/login', { replace: true });
  }, [refused, navigate]);
}
