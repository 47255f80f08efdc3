import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { setProjectWatch } from '../core/realtime/on-screen';

/** The address says which projects are on screen: only these are pushed live. */
export function useRouteWatch(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const id = Number(matchPath('/projects/:id', pathname)?.params.id);
    setProjectWatch({
      list: ['/projects', '/dashboard', '/work'].some((page) => matchPath(page, pathname)),
      project_id: Number.isSafeInteger(id) && id > 0 ? id : null,
    });
  }, [pathname]);
}
