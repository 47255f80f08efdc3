import { useSearchParams } from 'react-router-dom';

/** Returns the request that the address names, as a link in a mail does (`?request=7`); else 0. */
export const useNamedRequest = (): number => Number(useSearchParams()[0].get('request'));
