import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';

/** The page of the id in the address, or `missing` for a number that is no id. Anything else is an unknown path, which leads to `/`. */
export function PageOfId({ found, missing }: { found: (id: number) => ReactNode; missing: ReactNode }) {
  const { id = '' } = useParams();
  if (!/^\d+$/u.test(id)) return <Navigate to="/" replace />;
  const number = Number(id);
  return number < 1 || !Number.isSafeInteger(number) ? missing : found(number);
}
